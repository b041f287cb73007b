import type { SearchbarMode, SearchbarSubject } from '@cardinal/domain'

export const SUBJECT_WORDS: Readonly<Record<SearchbarSubject, { one: string; many: string }>> = {
  link: { one: 'link', many: 'links' },
  note: { one: 'note', many: 'notes' },
  todo: { one: 'todo', many: 'todos' },
  tag: { one: 'tag', many: 'tags' },
  workspace: { one: 'workspace', many: 'workspaces' },
}

/** Names of the kinds in a list of cards. */
export const KIND_WORDS = { ...SUBJECT_WORDS, all: { one: 'card', many: 'cards' } } as const

/** Labels for Enter, where it does something else than usual. */
export interface EnterWords {
  /** Instead of “Add todo”. */
  readonly add?: string | undefined
  /** Instead of “Search”. */
  readonly search?: string | undefined
}

/** The label at the end of the bar: what Enter will do, once that is known. */
export function modeLabel(
  mode: SearchbarMode,
  subject: SearchbarSubject | null,
  words: EnterWords = {},
): string {
  if (mode === 'search' || subject === null) return words.search ?? 'Search'
  return words.add ?? `Add ${SUBJECT_WORDS[subject].one}`
}

/** The label as a sentence for screen readers. */
export function modeSentence(
  mode: SearchbarMode,
  subject: SearchbarSubject | null,
  words: EnterWords = {},
): string {
  if (mode === 'loading') return 'Enter works in a moment.'
  const said = mode === 'add' ? words.add : words.search
  if (said !== undefined) return `Enter: ${said}.`
  if (mode === 'search' || subject === null) return 'Enter searches.'
  return `Enter adds a ${SUBJECT_WORDS[subject].one}.`
}

/** Capitalised: "Todo". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
