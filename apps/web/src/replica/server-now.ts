import { isSharedComputer } from '../session/shared-computer.ts'

const NAME = 'browser:clock'

/** See `ServerClock.offset`. A device that starts offline uses the last known offset. */
export let clockOffset = stored()

/** ms since 1970 by the server's clock. For moments; days that people write are the device's own. */
export function serverNow(): number {
  return Date.now() + clockOffset
}

/** Stores the offset that the worker has learned. */
export function keepClockOffset(offset: number): void {
  if (offset === clockOffset) return
  clockOffset = offset
  try {
    if (!isSharedComputer) localStorage.setItem(NAME, String(offset))
  } catch {
    // Storage is blocked or full, so the offset is lost with the page.
  }
}

function stored(): number {
  try {
    return isSharedComputer ? 0 : Number(localStorage.getItem(NAME)) || 0
  } catch {
    return 0 // Storage is blocked.
  }
}
