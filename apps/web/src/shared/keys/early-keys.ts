let typed = ''
let stop: () => void = () => {}

/** Records keys without focus before home is rendered, for at most this time, in ms. */
export function keepEarlyKeys(most: number): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.target !== document.body) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
  }
  addEventListener('keydown', onKeyDown)
  const timer = setTimeout(takeEarlyKeys, most)
  stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKeyDown)
  }
}

/** Returns the recorded keys, and stops recording. */
export function takeEarlyKeys(): string {
  stop()
  const text = typed
  typed = ''
  return text
}
