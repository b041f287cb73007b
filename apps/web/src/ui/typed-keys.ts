/** Returns the text after a key was typed at its end: a character or Backspace. Null: the key types nothing. */
export function textAfterKey(text: string, event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null
  if (event.key === 'Backspace') return text.slice(0, -1)
  return event.key.length === 1 ? text + event.key : null
}
