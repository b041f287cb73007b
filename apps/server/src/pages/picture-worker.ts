import { makePicture } from './make-picture.ts'
import type { MadePicture, PictureToMake } from './threads.ts'

/** Process: makes pictures one at a time, and exits with the server, however that ends. */
process.on('message', async ({ bytes, kind }: PictureToMake) => {
  endIfTooLarge()
  process.send?.({ value: await makePicture(bytes, kind) } satisfies MadePicture)
})

/** Memory that this process may hold, in bytes; its argument is in MB. */
const LIMIT = Number(process.argv[2]) * 1_000_000

/** Native code has no other limit that every system knows. Its threads leave this one free to measure. */
function endIfTooLarge(): void {
  if (process.memoryUsage.rss() > LIMIT) process.kill(process.pid, 'SIGKILL')
}
setInterval(endIfTooLarge, 20)
process.on('disconnect', () => process.exit())
// Terminals and supervisors send these to all processes; the server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
