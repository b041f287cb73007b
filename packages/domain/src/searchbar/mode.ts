import type { CardType } from '../card.ts'
import { LIMITS } from '../limits.ts'
import { addressOfLink } from '../links.ts'
import { duplicateWords, searchWords, usesSigns } from './grammar.ts'

/** What Enter will do. */
export type SearchbarMode = 'search' | 'add' | 'loading'

/** What the searchbar is set to work on. */
export type SearchbarSubject = CardType | 'tag' | 'workspace'

/** What only the workspace knows about a text; the engine supplies it. */
export interface SearchbarFacts {
  /** One of the words, included or excluded, names a tag, or begins a part of a tag's name. */
  readonly aTagMatches: boolean
  readonly equalsACard: boolean
  readonly namesAWorkspace: boolean
}

export interface SearchbarState {
  readonly text: string
  /** The text as it stood when typing last rested for `LIMITS.debounce`. */
  readonly restedText: string
  readonly isSignedIn: boolean
  /** False for a bar that only searches: it may look through all types at once, and so needs none. */
  readonly canAdd: boolean
  readonly subject: SearchbarSubject | null
  /** A warning of the screen itself is showing, one that this rule doesn't know of. */
  readonly hasOtherWarning: boolean
  readonly facts: SearchbarFacts
}

export const SEARCHBAR_WARNINGS = {
  duplicates: 'Duplicates not allowed',
  signedOut: 'Please login to search through your stuff',
  noSubject: 'Select 1 of 4 options above ( link / note / tag / todo )',
} as const

/** Returns the warning that a searchbar shows, or null. */
export function searchbarWarning(state: SearchbarState): string | null {
  if (!state.isSignedIn) return SEARCHBAR_WARNINGS.signedOut
  if (state.canAdd && state.subject === null) return SEARCHBAR_WARNINGS.noSubject
  if (duplicateWords(state.text).length > 0 && !hasLineBreak(state.text)) return SEARCHBAR_WARNINGS.duplicates
  return null
}

/**
 * Returns search, add or loading, by the conditions of the specification's section 4 and three more. A text of
 * exclusions alone searches, and so does one with signs of the search language. Where links are added, a text without
 * an address searches. A bar that only searches has nothing to wait for.
 */
export function searchbarMode(state: SearchbarState): SearchbarMode {
  if (!state.canAdd) return 'search'
  if (state.text !== state.restedText) return 'loading'
  if (!state.isSignedIn || state.subject === null) return 'search'
  if (state.subject === 'link' && addressOfLink(state.text) === null) return 'search'
  if (hasLineBreak(state.text)) return 'add'
  return blocksAdding(state) ? 'search' : 'add'
}

/** Returns whether a text only excludes, as `-home` does. */
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
    usesSigns(text) ||
    (subject === 'tag' && searchWords(text).some((word) => word.isExcluded)) ||
    facts.aTagMatches ||
    facts.equalsACard ||
    facts.namesAWorkspace
  )
}

function hasLineBreak(text: string): boolean {
  return /[\r\n]/.test(text)
}
