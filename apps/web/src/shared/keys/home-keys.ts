/** Actions of keys on the home page. */
export type HomeKey =
  | 'search'
  | 'add'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'select'
  | 'complete'
  | 'postpone'
  | 'up'
  | 'down'
  | 'edit'
  | 'tag'
  | 'open'
  | 'toggle'
  | 'whole'
  | 'delete'
  | 'undo'
  | 'keys'
  | 'commands'
  | 'leave'

/** Where a key is pressed: in a field, in the empty searchbar, in a list (for example on a card), or elsewhere. */
export type KeyPlace = 'field' | 'empty-bar' | 'list' | 'elsewhere'

export interface KeyStroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  /** The physical key, because with Alt the character may differ. */
  readonly code?: string
  readonly target?: EventTarget | null
}

/** Keys and what they do: `Mod+z`, `Shift+Enter`, `j`. `Mod` is Cmd on Apple devices and Ctrl elsewhere. */
export interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
}

/** The shortcuts of home, for the page, the lists of keys and the hints. */
export const HOME_KEYS: readonly (KeyLine & {
  readonly key: HomeKey
  /** Further places where the key works. Elsewhere it is text, or belongs to a field. */
  readonly also?: readonly KeyPlace[]
})[] = [
  { keys: ['/'], does: 'Search', key: 'search' },
  { keys: ['Alt+s'], does: 'Search, from a field too', key: 'search', also: ['field'] },
  { keys: ['Alt+n', 'n'], does: 'Add a card', key: 'add', also: ['field', 'empty-bar'] },
  { keys: ['↓', 'j'], does: 'Next card', key: 'next' },
  { keys: ['↑', 'k'], does: 'Previous card', key: 'previous' },
  { keys: ['Home'], does: 'First card', key: 'first' },
  { keys: ['End'], does: 'Last card', key: 'last' },
  { keys: ['x'], does: 'Select or deselect the card', key: 'select' },
  { keys: ['c'], does: 'Complete it, or the selected ones', key: 'complete' },
  { keys: ['d'], does: 'Choose its due date, or that of the selected ones', key: 'postpone' },
  { keys: ['Alt+↑'], does: 'Move it up, where the order is by hand', key: 'up' },
  { keys: ['Alt+↓'], does: 'Move it down, where the order is by hand', key: 'down' },
  { keys: ['e'], does: 'Edit its text', key: 'edit' },
  { keys: ['t'], does: 'Tag it, or the selected ones', key: 'tag' },
  { keys: ['Enter'], does: 'Open the link or the note, or show the whole todo', key: 'open' },
  { keys: ['o'], does: 'Show the whole card, or less of it', key: 'toggle' },
  { keys: ['Shift+Enter'], does: 'Open the card with all its fields', key: 'whole' },
  { keys: ['Del'], does: 'Delete it, or the selected ones', key: 'delete' },
  { keys: ['Mod+z'], does: 'Undo', key: 'undo', also: ['empty-bar'] },
  { keys: ['Mod+k'], does: 'All commands', key: 'commands', also: ['field', 'empty-bar'] },
  { keys: ['Esc'], does: 'Back: close, deselect, clear', key: 'leave' },
  { keys: ['?'], does: 'This list', key: 'keys' },
]

/** Keys of the searchbar and of tags. `keyAction` and the chip implement them. */
export const BAR_KEYS: readonly KeyLine[] = [
  { keys: ['↓', '↑'], does: 'Go through the suggestions; in an empty bar, searches to begin with' },
  { keys: ['Tab'], does: 'Complete the suggestion' },
  { keys: ['Enter'], does: 'Do what the button in the bar says' },
  { keys: ['Mod+Enter'], does: 'Add the text as a card' },
  { keys: ['Shift+Enter'], does: 'A new line' },
  { keys: ['Esc'], does: 'Clear it; from the empty bar, go to the cards' },
  { keys: ['Alt+←', 'Alt+→'], does: 'On a word of the search: move it' },
  { keys: ['Alt+Enter', '-'], does: 'On a tag: exclude it' },
]

/** Returns the key of an action, for a hint. */
export function keyFor(key: HomeKey): string {
  return HOME_KEYS.find((line) => line.key === key)?.keys[0] ?? ''
}

/** The rule about letters, shown above the list of keys. */
export const LETTER_RULE =
  'Letters are keys while a card or the list has the focus; anywhere else they are written into the searchbar. Esc leads from the empty searchbar to the cards.'

/** Returns whether a key is a character that may begin a text, without a modifier. */
export function isLetter({ key, ctrlKey, metaKey, altKey }: KeyStroke): boolean {
  return !ctrlKey && !metaKey && !altKey && /^[\p{L}\p{N}]$/u.test(key)
}

/** Returns whether a key is one character without a modifier: a letter, a digit, `/` or `?`, but not a space. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyStroke): boolean {
  return !ctrlKey && !metaKey && !altKey && key.length === 1 && key !== ' '
}

/** The action of a pressed key. Null: the browser handles it. Letters are shortcuts only in lists. */
export function homeKeyOf(stroke: KeyStroke, place: KeyPlace): HomeKey | null {
  const line = HOME_KEYS.find(({ keys }) => keys.some((written) => isStroke(written, stroke)))
  if (line === undefined) return null
  const isWriting = place === 'field' || place === 'empty-bar'
  if (isWriting && line.also?.includes(place) !== true) return null
  if (place !== 'list' && isLetter(stroke)) return null
  return stroke.key === 'Enter' && !isOnCard(stroke) ? null : line.key
}

/** Maps short names of keys to the browser's names. */
const NAMES: Readonly<Record<string, string>> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  Del: 'Delete',
  Esc: 'Escape',
}

function isStroke(written: string, { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyStroke): boolean {
  const parts = written.split('+')
  const last = parts.at(-1) ?? ''
  const isCharacter = key.length === 1
  if (altKey !== parts.includes('Alt') || (ctrlKey || metaKey) !== parts.includes('Mod')) return false
  if (altKey) return key === NAMES[last] || code === `Key${last.toUpperCase()}`
  if ((isCharacter ? key.toLowerCase() : key) !== (NAMES[last] ?? last)) return false
  // A plain character may need Shift on some keyboards. With Mod, Shift would make another combination.
  return (isCharacter && !parts.includes('Mod')) || shiftKey === parts.includes('Shift')
}

/** Returns whether Enter acts on the card, and not on a button or a link in it. */
function isOnCard({ target }: KeyStroke): boolean {
  if (!target || !(target instanceof Element)) return true
  return target.closest('button, a, summary, label, [role="menuitem"]') === null
}
