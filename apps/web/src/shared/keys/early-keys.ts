import { textAfterKey } from '../../ui/typed-keys.ts'

let typed = ''
let stop: () => void = () => {}

/** Records keys without focus before home is rendered, for at most this time, in ms. */
export function keepEarlyKeys(most: number): void {
  const onKeyDown = (event: KeyboardEvent) => {
    const text = textAfterKey(typed, event)
    if (text === null || event.target !== document.body) return
    typed = text
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
