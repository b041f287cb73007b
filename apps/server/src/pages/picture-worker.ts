import { makePicture } from './make-picture.ts'
import type { MadePicture, PictureToMake } from './page-thread.ts'

/** Makes pictures in a process of its own, one at a time, and ends with the server, however that ends. */
process.on('message', async ({ bytes, kind }: PictureToMake) => {
  process.send?.({ value: await makePicture(bytes, kind) } satisfies MadePicture)
})
process.on('disconnect', () => process.exit())
// A terminal and a supervisor send these to all processes. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
