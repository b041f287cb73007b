import { completeSearch, displayNameOf, fold, lastWord, namesOfTag, wordOfTag } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import type { SearchStore } from '../search/search-store.ts'
import { wordIn } from '../tags/chip-state.ts'

/** A field, or a condition, that the last part may become. */
export interface Completion {
  readonly text: string
  /** Results with it; null for a field without a value yet. */
  readonly count: number | null
  /** Instead of the count. */
  readonly about?: string
  /** Written instead of the text. */
  readonly insert?: string
}

/** Adds a suggestion to a search. It replaces the typed word if it was found by its name. */
export function pickSuggestion(search: SearchStore, suggestion: Suggestion): void {
  const { text, complete, edit } = search.getState()
  if (isForTypedWord(text, suggestion)) complete(wordOfTag(suggestion.tag))
  else edit('include', wordIn(text, suggestion.tag))
}

/** Folded name and display name of a suggested tag. */
function namesShown({ tag }: Pick<Suggestion, 'tag'>): readonly string[] {
  return [fold(tag.name), fold(displayNameOf(tag))]
}

/** Whether the suggestion completes the unfinished last word. */
function isForTypedWord(text: string, suggestion: Suggestion): boolean {
  const word = lastWord(text)
  if (word === '') return false
  return (
    !namesShown(suggestion).includes(fold(word)) &&
    suggestion.reasons.some((reason) => reason.kind === 'name')
  )
}

/** Whether Tab may complete it: the last word is the beginning of its name, or of a field. */
export function completesTypedWord(text: string, suggestion: Suggestion | Completion | undefined): boolean {
  if (suggestion !== undefined && !('tag' in suggestion)) return isInField(text) || hashTyped(text) !== null
  const word = fold(lastWord(text))
  if (suggestion === undefined || word === '') return false
  const names = namesShown(suggestion)
  return !names.includes(word) && names.some((name) => name.startsWith(word))
}

/** The other name by which a tag was found, if the typed word is not in its display name; null: none. */
export function foundByOtherName(text: string, { tag }: Pick<Suggestion, 'tag'>): string | null {
  const word = fold(lastWord(text))
  if (word === '' || fold(displayNameOf(tag)).includes(word)) return null
  const names = namesOfTag(tag)
  const named = names.find((name) => fold(name).startsWith(word))
  return named ?? names.find((name) => fold(name).includes(word)) ?? null
}

/** Whether the text ends in a field with its colon, so that values come before tags. */
export function isInField(text: string): boolean {
  const from = Math.max(...[',', '，', '|', '('].map((sign) => text.lastIndexOf(sign)))
  const end = text.slice(from + 1).trim()
  return /^-?[a-z]+:/.test(end) && !end.includes('"')
}

export function pickCompletion(search: SearchStore, { text }: Completion): void {
  const { text: typed, put } = search.getState()
  const hash = hashTyped(typed)
  if (hash === null || !text.startsWith('#')) put(completeSearch(typed, text))
  else put(`${typed.slice(0, typed.length - hash.length - 1)}${text} `)
}

/** The letters behind a `#` at the end of a text. Null: there is none. */
export function hashTyped(text: string): string | null {
  return /(?:^|[\s,，])#([^\s#,，]{0,50})$/.exec(text)?.[1] ?? null
}
