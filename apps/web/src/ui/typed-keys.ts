/** The text after a key typed at its end: a character or Backspace. Null: the key types nothing. */
export function textAfterKey(text: string, event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return null
  if (event.key === 'Backspace') return text.slice(0, -1)
  return event.key.length === 1 ? text + event.key : null
}

/**
 * Whether an input method handles the key. Safari ends the composition before the Enter that confirms it; only
 * keyCode 229 shows that.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === 229
}
