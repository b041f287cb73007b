import { unstable_LowPriority, unstable_scheduleCallback } from 'scheduler'

/** Timeout for a frame, in ms: hidden tabs draw none. */
const FRAME_TIMEOUT_MS = 100
/** Estimated ms between finishing a frame and its display. */
const FRAME_TO_DISPLAY_MS = 6

/**
 * Resolves when the frame with the last render is about to be on the screen. Work that starts earlier would delay it.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // Behind React's tasks: a frame may be drawn before a render begins, and between its parts.
    unstable_scheduleCallback(unstable_LowPriority, () => {
      const timer = setTimeout(resolve, FRAME_TIMEOUT_MS)
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          clearTimeout(timer)
          port1.close()
          setTimeout(resolve, FRAME_TO_DISPLAY_MS)
        }
        port2.postMessage(null)
      })
    })
  })
}
