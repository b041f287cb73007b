import { makePicture } from './make-picture.ts'
import type { MadePicture, PictureToMake } from './threads.ts'

/** Process that makes pictures one at a time. It exits when the server does, even after a crash. */
process.on('message', async ({ bytes, kind }: PictureToMake) => {
  endIfTooLarge()
  process.send?.({ value: await makePicture(bytes, kind) } satisfies MadePicture)
})

/** Most bytes of memory that this process may hold. The argument is in MB. */
const LIMIT = Number(process.argv[2]) * 1_000_000

/**
 * Ends the process over its limit. No limit of native memory works on every system. The library's own threads leave
 * this thread free to measure.
 */
function endIfTooLarge(): void {
  if (process.memoryUsage.rss() > LIMIT) process.kill(process.pid, 'SIGKILL')
}
setInterval(endIfTooLarge, 20)
process.on('disconnect', () => process.exit())
// Terminals and supervisors send these signals to all processes. The server ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
