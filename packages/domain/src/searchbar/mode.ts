import { type CardType, looksLikeNote } from '../card.ts'
import { LIMITS } from '../limits.ts'
import { addressOfLink } from '../links.ts'
import { duplicateWords, searchWords, usesSigns } from './grammar.ts'

/** What Enter does with the text. */
export type SearchbarMode = 'search' | 'add' | 'loading'

export type SearchbarSubject = CardType | 'tag' | 'workspace'

/** Facts about a text that only the workspace knows; the engine supplies them. */
export interface SearchbarFacts {
  /** Whether a word, included or excluded, is the name of a tag, or begins a part of one. */
  readonly aTagMatches: boolean
  readonly equalsACard: boolean
  readonly namesAWorkspace: boolean
}

export interface SearchbarState {
  readonly text: string
  /** The text when typing last paused for `LIMITS.debounce`. */
  readonly restedText: string
  readonly isSignedIn: boolean
  /** False for a bar that only searches: it may search all types at once. */
  readonly canAdd: boolean
  readonly subject: SearchbarSubject | null
  /** Whether the screen shows a warning of its own, besides those of this function. */
  readonly hasOtherWarning: boolean
  readonly facts: SearchbarFacts
}

const SEARCHBAR_WARNINGS = {
  duplicates: 'Duplicates not allowed',
  signedOut: 'Please login to search through your stuff',
  noSubject: 'Select 1 of 4 options above ( link / note / tag / todo )',
} as const

export function searchbarWarning(state: SearchbarState): string | null {
  if (!state.isSignedIn) return SEARCHBAR_WARNINGS.signedOut
  if (state.canAdd && state.subject === null) return SEARCHBAR_WARNINGS.noSubject
  if (duplicateWords(state.text).length > 0 && !hasLineBreak(state.text)) return SEARCHBAR_WARNINGS.duplicates
  return null
}

/**
 * Section 4 of the specification, with three additions: a text that only excludes searches, a text with
 * operators searches, and where links are added, a text without an address searches. A bar that only searches
 * is never loading.
 */
export function searchbarMode(state: SearchbarState): SearchbarMode {
  if (!state.canAdd) return 'search'
  if (state.text !== state.restedText) return 'loading'
  if (!state.isSignedIn || state.subject === null) return 'search'
  if (state.subject === 'link' && addressOfLink(state.text) === null) return 'search'
  if (hasLineBreak(state.text)) return 'add'
  return blocksAdding(state) ? 'search' : 'add'
}

/** Such as `-home`. */
function onlyExcludes(text: string): boolean {
  const words = searchWords(text)
  return words.length > 0 && words.every((word) => word.isExcluded)
}

function blocksAdding(state: SearchbarState): boolean {
  const { text, subject, facts } = state
  const isName = subject === 'tag' || subject === 'workspace'
  const longest = isName ? LIMITS.addNameMax : LIMITS.addTextMax
  return (
    searchbarWarning(state) !== null ||
    state.hasOtherWarning ||
    text.trim().length < LIMITS.addTextMin ||
    text.length > longest ||
    onlyExcludes(text) ||
    (usesSigns(text) && !looksLikeNote(text)) ||
    (subject === 'tag' && searchWords(text).some((word) => word.isExcluded)) ||
    facts.aTagMatches ||
    facts.equalsACard ||
    facts.namesAWorkspace
  )
}

function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text)
}
