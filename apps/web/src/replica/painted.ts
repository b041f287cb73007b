import { unstable_LowPriority, unstable_scheduleCallback } from 'scheduler'

/** ms after which a frame is no longer waited for: hidden tabs draw none. */
const FRAME_TIMEOUT_MS = 100
/** Estimated ms from finishing a frame until it is on the screen. */
const FRAME_TO_DISPLAY_MS = 6

/** Resolves just before the frame with the last render appears. Work that starts earlier would delay it. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // After React's tasks, because a frame may be drawn before a render begins, and between its parts.
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
