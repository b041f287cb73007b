import { textAfterKey } from '../../ui/typed-keys.ts'

let typed = ''
let stop: () => void = () => {}

/**
 * Records keys until the field that they are meant for takes them.
 *
 * @param most for how long, in ms
 * @param isMeant whether keys on an element are meant for the field; by default those without focus
 */
export function keepEarlyKeys(
  most: number,
  isMeant: (target: EventTarget | null) => boolean = (target) => target === document.body,
): void {
  stop()
  const onKeyDown = (event: KeyboardEvent) => {
    const text = textAfterKey(typed, event)
    if (text === null || !isMeant(event.target)) return
    typed = text
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  const timer = setTimeout(takeEarlyKeys, most)
  stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
}

/** Returns the recorded keys, and stops recording. */
export function takeEarlyKeys(): string {
  stop()
  const text = typed
  typed = ''
  return text
}
