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

/** The keyboard map, as the page shows it. `Mod` is Cmd on Apple's machines and Ctrl elsewhere. */
export const HOME_KEY_MAP: readonly {
  readonly keys: readonly string[]
  readonly does: string
  readonly key: HomeKey
}[] = [
  { keys: ['/'], does: 'Search', key: 'search' },
  { keys: ['n'], does: 'Add a card', key: 'add' },
  { keys: ['j', '↓'], does: 'Next card', key: 'next' },
  { keys: ['k', '↑'], does: 'Previous card', key: 'previous' },
  { keys: ['x'], does: 'Select or deselect the card', key: 'select' },
  { keys: ['e'], does: 'Edit its text', key: 'edit' },
  { keys: ['t'], does: 'Tag it, or the selected ones', key: 'tag' },
  { keys: ['Enter'], does: 'Open the link, or show the whole card', key: 'open' },
  { keys: ['o'], does: 'Show the whole card, or less of it', key: 'toggle' },
  { keys: ['Shift+Enter'], does: 'Open it in full', key: 'whole' },
  { keys: ['Del'], does: 'Delete it, or the selected ones', key: 'delete' },
  { keys: ['Mod+z'], does: 'Undo', key: 'undo' },
  { keys: ['Mod+k'], does: 'All commands', key: 'commands' },
  { keys: ['Esc'], does: 'Back: close, deselect, clear', key: 'leave' },
  { keys: ['?'], does: 'This list', key: 'keys' },
]

/**
 * Which act a key stroke stands for; null leaves it to the browser. While somebody writes, only what
 * can't be text counts.
 */
export function homeKeyOf(stroke: KeyStroke, isWriting: boolean): HomeKey | null {
  const key = stroke.key.length === 1 ? stroke.key.toLowerCase() : stroke.key
  if (stroke.altKey) return null
  if (stroke.ctrlKey || stroke.metaKey) {
    if (key === 'k') return 'commands'
    return key === 'z' && !stroke.shiftKey && !isWriting ? 'undo' : null
  }
  if (isWriting) return null
  if (key === 'Enter') return isOnCard(stroke) ? (stroke.shiftKey ? 'whole' : 'open') : null
  return PLAIN[key] ?? null
}

const PLAIN: Readonly<Record<string, HomeKey>> = {
  '/': 'search',
  n: 'add',
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  x: 'select',
  e: 'edit',
  t: 'tag',
  o: 'toggle',
  Delete: 'delete',

  '?': 'keys',
  Escape: 'leave',
}

/** Enter on a button or a link is theirs. */
function isOnCard({ target }: KeyStroke): boolean {
  return (
    !(target instanceof Element) || target.closest('button, a, summary, label, [role="menuitem"]') === null
  )
}
