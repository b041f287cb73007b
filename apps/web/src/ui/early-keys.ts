import { isComposing, textAfterKey } from './typed-keys.ts'

let typed = ''
let stop: () => void = () => {}

interface KeysMeant {
  /** Whether keys on an element are meant for the field. Absent: only keys without focus are. */
  readonly isMeant?: (target: EventTarget | null) => boolean
  /** Whether Enter on an element adds a line break to the recorded text. Absent: never. */
  readonly takesEnter?: (target: EventTarget | null, recorded: string) => boolean
}

/**
 * Records keys until their field takes them. They are added to those recorded before. Returns a function that
 * drops them, unless they were taken or recorded anew.
 *
 * @param most ms
 */
export function keepEarlyKeys(
  most: number,
  { isMeant = (target) => target === document.body, takesEnter = () => false }: KeysMeant = {},
): () => void {
  stop()
  const afterEnter = (event: KeyboardEvent) => {
    if (!isPlainEnter(event) || !takesEnter(event.target, typed)) return null
    // The Enter that opened the field may still be held down.
    return event.repeat ? typed : `${typed}\n`
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const text = textAfterKey(typed, event) ?? afterEnter(event)
    if (text === null || !isMeant(event.target)) return
    typed = text
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  const timer = setTimeout(takeEarlyKeys, most)
  const mine = () => {
    clearTimeout(timer)
    removeEventListener('keydown', onKeyDown, { capture: true })
  }
  stop = mine
  return () => {
    if (stop === mine) takeEarlyKeys()
  }
}

function isPlainEnter(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  return key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !isComposing(event)
}

/** The recorded keys. Ends the recording. */
export function takeEarlyKeys(): string {
  stop()
  stop = () => {}
  const text = typed
  typed = ''
  return text
}
