let typed = ''
let stop: () => void = () => {}

/** Keeps what is typed before home is drawn, where nothing has the focus; for so long at most. ms */
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

/** What was typed so far. Ends the keeping. */
export function takeEarlyKeys(): string {
  stop()
  const text = typed
  typed = ''
  return text
}
