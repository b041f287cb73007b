import { fold, lastWord, otherNamesOf } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import type { SearchStore } from '../search/search-store.ts'

/**
 * Puts a suggestion into a search: it replaces the word that is being typed where it was found by its
 * name, and is added after the other suggestions.
 */
export function pickSuggestion(search: SearchStore, suggestion: Suggestion): void {
  const { text, complete, edit } = search.getState()
  if (isForTypedWord(text, suggestion)) complete(suggestion.tag.name)
  else edit('include', suggestion.tag.name)
}

/** Whether the suggestion stands for the last word, which is not that tag's whole name yet. */
export function isForTypedWord(text: string, suggestion: Suggestion): boolean {
  const word = lastWord(text)
  if (word === '') return false
  return (
    fold(word) !== fold(suggestion.tag.name) && suggestion.reasons.some((reason) => reason.kind === 'name')
  )
}

/** Whether Tab may write the suggestion out: the last word is the beginning of its name. */
export function completesTypedWord(text: string, suggestion: Suggestion | undefined): boolean {
  const word = fold(lastWord(text))
  if (suggestion === undefined || word === '') return false
  const name = fold(suggestion.tag.name)
  return name !== word && name.startsWith(word)
}

/** The other name by which a tag was found, where the typed word is no part of its name; null: none. */
export function foundByOtherName(text: string, { tag }: Pick<Suggestion, 'tag'>): string | null {
  const word = fold(lastWord(text))
  if (word === '' || fold(tag.name).includes(word)) return null
  const names = otherNamesOf(tag)
  const named = names.find((name) => fold(name).startsWith(word))
  return named ?? names.find((name) => fold(name).includes(word)) ?? null
}
