import { textAfterKey } from '../../ui/typed-keys.ts'

let typed = ''
let stop: () => void = () => {}

/**
 * Records keys until their field takes them.
 *
 * @param most ms
 * @param isMeant whether keys on an element are meant for the field; default: keys without focus
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
