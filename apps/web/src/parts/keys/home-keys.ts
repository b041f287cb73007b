/** What keys do on the home page. */
export type HomeKey =
  | 'search'
  | 'add'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'select'
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

export interface KeyStroke {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly target?: EventTarget | null
}

/** Keys with what they do: `Mod+z`, `Shift+Enter`, `j`. `Mod` is Cmd on Apple's machines and Ctrl elsewhere. */
export interface KeyLine {
  readonly keys: readonly string[]
  readonly does: string
}

/** The keyboard of home: what the page obeys, and what every list of keys and every hint shows. */
export const HOME_KEYS: readonly (KeyLine & { readonly key: HomeKey; readonly whileWriting?: true })[] = [
  { keys: ['/'], does: 'Search', key: 'search' },
  { keys: ['n'], does: 'Add a card', key: 'add' },
  { keys: ['j', '↓'], does: 'Next card', key: 'next' },
  { keys: ['k', '↑'], does: 'Previous card', key: 'previous' },
  { keys: ['Home'], does: 'First card', key: 'first' },
  { keys: ['End'], does: 'Last card', key: 'last' },
  { keys: ['x'], does: 'Select or deselect the card', key: 'select' },
  { keys: ['e'], does: 'Edit its text', key: 'edit' },
  { keys: ['t'], does: 'Tag it, or the selected ones', key: 'tag' },
  { keys: ['Enter'], does: 'Open the link, or show the whole card', key: 'open' },
  { keys: ['o'], does: 'Show the whole card, or less of it', key: 'toggle' },
  { keys: ['Shift+Enter'], does: 'Open it in full', key: 'whole' },
  { keys: ['Del'], does: 'Delete it, or the selected ones', key: 'delete' },
  { keys: ['Mod+z'], does: 'Undo', key: 'undo' },
  { keys: ['Mod+k'], does: 'All commands', key: 'commands', whileWriting: true },
  { keys: ['Esc'], does: 'Back: close, deselect, clear', key: 'leave' },
  { keys: ['?'], does: 'This list', key: 'keys' },
]

/** The searchbar's own keys and those of tags; `keyAction` and the chip obey them. */
export const BAR_KEYS: readonly KeyLine[] = [
  { keys: ['↓', '↑'], does: 'Go through the suggestions' },
  { keys: ['Tab'], does: 'Write the suggestion out' },
  { keys: ['Enter'], does: 'What stands at the end of the bar' },
  { keys: ['Mod+Enter'], does: 'Add, whatever the bar says' },
  { keys: ['Shift+Enter'], does: 'A new line' },
  { keys: ['Alt+Enter', '-'], does: 'On a tag: leave its cards out' },
]

/** The key that does this, as a hint beside the act. */
export function keyFor(key: HomeKey): string {
  return HOME_KEYS.find((line) => line.key === key)?.keys[0] ?? ''
}

/**
 * Which act a key stroke stands for; null leaves it to the browser. While somebody writes, only what
 * can't be text counts.
 */
export function homeKeyOf(stroke: KeyStroke, isWriting: boolean): HomeKey | null {
  const line = HOME_KEYS.find(({ keys }) => keys.some((written) => isStroke(written, stroke)))
  if (line === undefined || (isWriting && line.whileWriting !== true)) return null
  return stroke.key === 'Enter' && !isOnCard(stroke) ? null : line.key
}

/** What the browser calls the keys that are written shorter. */
const NAMES: Readonly<Record<string, string>> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  Del: 'Delete',
  Esc: 'Escape',
}

function isStroke(written: string, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyStroke): boolean {
  const parts = written.split('+')
  const last = parts.at(-1) ?? ''
  const isCharacter = key.length === 1
  if ((isCharacter ? key.toLowerCase() : key) !== (NAMES[last] ?? last)) return false
  if (altKey || (ctrlKey || metaKey) !== parts.includes('Mod')) return false
  // A plain character may need Shift on some keyboards; with Mod it would be another combination.
  return (isCharacter && !parts.includes('Mod')) || shiftKey === parts.includes('Shift')
}

/** Enter on a button or a link is theirs. */
function isOnCard({ target }: KeyStroke): boolean {
  if (!target || !(target instanceof Element)) return true
  return target.closest('button, a, summary, label, [role="menuitem"]') === null
}
