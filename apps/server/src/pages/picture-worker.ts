import { makePicture } from './make-picture.ts'
import type { MadePicture, PictureToMake } from './threads.ts'

/** Process: makes pictures one at a time, and exits with the server, however that ends. */
process.on('message', async ({ bytes, kind }: PictureToMake) => {
  process.send?.({ value: await makePicture(bytes, kind) } satisfies MadePicture)
})
/**
 * Ends the process when it holds more memory than its argument says, in MB. Native code has no other limit that every system
 * knows. Its threads leave this one free to look.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > Number(process.argv[2]) * 1_000_000) process.kill(process.pid, 'SIGKILL')
}, 20)
process.on('disconnect', () => process.exit())
// Terminals and supervisors send these to all processes; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
