/** A hidden tab draws no frames: nothing waits for them longer than this. ms */
const LONGEST = 100

/** Resolves when the frame that shows what has just been drawn has been handed over. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LONGEST)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        clearTimeout(timer)
        port1.close()
        resolve()
      }
      port2.postMessage(null)
    })
  })
}
