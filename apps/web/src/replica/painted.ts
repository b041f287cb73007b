/** Timeout for a frame, in ms: a hidden tab draws none. */
const LONGEST = 100
/** Approximate time from handing over a frame until it is on the screen, in ms. */
const ON_ITS_WAY = 6

/**
 * Resolves when the frame with the last render is about to be on the screen. Work that starts earlier would delay it.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        clearTimeout(timer)
        port1.close()
        setTimeout(resolve, ON_ITS_WAY)
      }
      port2.postMessage(null)
    })
  })
}
