import { completeSearch, displayNameOf, fold, lastWord, namesOfTag, wordOfTag } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import type { SearchStore } from '../search/search-store.ts'
import { wordIn } from '../tags/chip-state.ts'

/** A field, or a condition with a field, that the end of the text may become. */
export interface Completion {
  readonly text: string
  /** How many cards the search finds with it; null for a field, whose value isn't known yet. */
  readonly count: number | null
}

/**
 * Puts a suggestion into a search: it replaces the word that is being typed where it was found by its
 * name, and is added after the other suggestions.
 */
export function pickSuggestion(search: SearchStore, suggestion: Suggestion): void {
  const { text, complete, edit } = search.getState()
  if (isForTypedWord(text, suggestion)) complete(wordOfTag(suggestion.tag))
  else edit('include', wordIn(text, suggestion.tag))
}

/** Returns the name of a suggested tag, and what it is shown as, folded. */
function namesShown({ tag }: Pick<Suggestion, 'tag'>): readonly string[] {
  return [fold(tag.name), fold(displayNameOf(tag))]
}

/** Returns whether the suggestion completes the last word, which is not the whole name yet. */
function isForTypedWord(text: string, suggestion: Suggestion): boolean {
  const word = lastWord(text)
  if (word === '') return false
  return (
    !namesShown(suggestion).includes(fold(word)) &&
    suggestion.reasons.some((reason) => reason.kind === 'name')
  )
}

/** Returns whether Tab may write it out: the last word is the beginning of its name, or a field that is typed. */
export function completesTypedWord(text: string, suggestion: Suggestion | Completion | undefined): boolean {
  if (suggestion !== undefined && !('tag' in suggestion)) return isInField(text)
  const word = fold(lastWord(text))
  if (suggestion === undefined || word === '') return false
  const names = namesShown(suggestion)
  return !names.includes(word) && names.some((name) => name.startsWith(word))
}

/** Returns the name by which a tag was found, where the typed word is no part of what it is shown as; null: none. */
export function foundByOtherName(text: string, { tag }: Pick<Suggestion, 'tag'>): string | null {
  const word = fold(lastWord(text))
  if (word === '' || fold(displayNameOf(tag)).includes(word)) return null
  const names = namesOfTag(tag)
  const named = names.find((name) => fold(name).startsWith(word))
  return named ?? names.find((name) => fold(name).includes(word)) ?? null
}

/** Returns whether the end of the text is a field with its colon, so that its values come before all tags. */
export function isInField(text: string): boolean {
  const from = Math.max(...[',', '，', '|', '('].map((sign) => text.lastIndexOf(sign)))
  const end = text.slice(from + 1).trim()
  return /^-?[a-z]+:/.test(end) && !end.includes('"')
}

/** Puts a completion into a search. */
export function pickCompletion(search: SearchStore, { text }: Completion): void {
  const { text: typed, put } = search.getState()
  put(completeSearch(typed, text))
}
