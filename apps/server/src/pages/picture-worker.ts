import { makePicture } from './make-picture.ts'
import type { MadePicture, PictureToMake } from './page-thread.ts'

/** Process: makes pictures one at a time, and exits with the server, however that ends. */
process.on('message', async ({ bytes, kind }: PictureToMake) => {
  process.send?.({ value: await makePicture(bytes, kind) } satisfies MadePicture)
})
process.on('disconnect', () => process.exit())
// Terminals and supervisors send these to all processes; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
