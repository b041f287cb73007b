import type { SearchbarMode, SearchbarSubject } from '@cardinal/domain'

/** The names of what a searchbar works on, as people read them. */
export const SUBJECT_WORDS: Readonly<Record<SearchbarSubject, { one: string; many: string }>> = {
  link: { one: 'link', many: 'links' },
  note: { one: 'note', many: 'notes' },
  todo: { one: 'todo', many: 'todos' },
  tag: { one: 'tag', many: 'tags' },
  workspace: { one: 'workspace', many: 'workspaces' },
}

/** The label at the end of the bar: what Enter will do. */
export function modeLabel(mode: SearchbarMode, subject: SearchbarSubject | null): string {
  if (mode === 'loading') return 'Wait'
  if (mode === 'search' || subject === null) return 'Search'
  return `Add ${SUBJECT_WORDS[subject].one}`
}

/** The same as a sentence, for ears. */
export function modeSentence(mode: SearchbarMode, subject: SearchbarSubject | null): string {
  if (mode === 'loading') return 'Enter works in a moment.'
  if (mode === 'search' || subject === null) return 'Enter searches.'
  return `Enter adds a ${SUBJECT_WORDS[subject].one}.`
}

/** A word at the beginning of a line: "Todo". */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
