import { isSharedComputer } from '../session/shared-computer.ts'

const NAME = 'browser:clock'

/** See `ServerClock.offset`. A device that starts offline uses the last known one. */
export let clockOffset = stored()

/** The present moment by the server's clock, ms since 1970. For moments; days that people write are the device's own. */
export function serverNow(): number {
  return Date.now() + clockOffset
}

/** Keeps what the worker has learned from the server. */
export function keepClockOffset(offset: number): void {
  if (offset === clockOffset) return
  clockOffset = offset
  try {
    if (!isSharedComputer) localStorage.setItem(NAME, String(offset))
  } catch {
    // Storage is blocked or full: the offset is forgotten with the page.
  }
}

function stored(): number {
  try {
    return isSharedComputer ? 0 : Number(localStorage.getItem(NAME)) || 0
  } catch {
    return 0 // Storage is blocked.
  }
}
