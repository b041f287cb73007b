import { openSync, readSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the attacked server before its own code (`--import`). Measures how long each turn of the event loop
 * takes. A message resets the measurement, and is answered with the longest turn since the last message.
 *
 * On a busy machine a thread also waits for a processor. Linux counts that time. It is subtracted, so that only
 * the server's own work counts; `lag` includes it.
 */
const TICK_MS = 5
const figures = Buffer.alloc(100)

/**
 * ms for which this thread has waited for a processor; 0 if the system does not count them.
 *
 * @param {number | null} file
 */
function waited(file) {
  if (file === null) return 0
  const length = readSync(file, figures, 0, figures.length, 0)
  return Number(figures.toString('latin1', 0, length).split(' ')[1] ?? 0) / 1e6
}

function openFigures() {
  try {
    return openSync('/proc/thread-self/schedstat', 'r')
  } catch {
    return null
  }
}

if (isMainThread && process.send !== undefined) {
  const file = openFigures()
  let [held, lag] = [0, 0]
  let [at, before] = [performance.now(), waited(file)]
  setInterval(() => {
    const [now, waitedNow] = [performance.now(), waited(file)]
    const late = Math.max(0, now - at - TICK_MS)
    held = Math.max(held, late - (waitedNow - before))
    lag = Math.max(lag, late)
    at = now
    before = waitedNow
  }, TICK_MS).unref()
  process.on('message', () => {
    process.send?.({ held, lag })
    held = 0
    lag = 0
  })
  process.channel?.unref()
}
