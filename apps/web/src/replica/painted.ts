/** A hidden tab draws no frames: nothing waits for them longer than this. ms */
const LONGEST = 100
/** From when a frame has been handed over the browser takes about so long until it is on the screen. ms */
const ON_ITS_WAY = 6

/** Resolves when the frame that shows what has just been drawn is about to be on the screen: it needs processors. */
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
