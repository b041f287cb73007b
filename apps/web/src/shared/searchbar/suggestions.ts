import { completeSearch, displayNameOf, fold, lastWord, namesOfTag, wordOfTag } from '@cardinal/domain'
import type { Suggestion } from '@cardinal/engine'
import type { SearchStore } from '../search/search-store.ts'
import { wordIn } from '../tags/chip-state.ts'

/** A field or a condition that may complete the last part. */
export interface Completion {
  readonly text: string
  /** The number of results with it. Null: a field without a value yet. */
  readonly count: number | null
  /** Shown instead of the count. */
  readonly about?: string
  /** Inserted instead of the text. */
  readonly insert?: string
}

/** Adds a suggestion to a search. A typed word that begins its name is replaced. */
export function pickSuggestion(search: SearchStore, suggestion: Suggestion): void {
  const { text, complete, edit } = search.getState()
  if (isForTypedWord(text, suggestion)) complete(wordOfTag(suggestion.tag))
  else edit('include', wordIn(text, suggestion.tag))
}

/** The folded name and the display name of a suggested tag. */
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

/** Whether Tab may complete it: the last word begins its name, or is the beginning of a field. */
export function completesTypedWord(text: string, suggestion: Suggestion | Completion | undefined): boolean {
  if (suggestion !== undefined && !('tag' in suggestion)) return isInField(text) || hashTyped(text) !== null
  const word = fold(lastWord(text))
  if (suggestion === undefined || word === '') return false
  const names = namesShown(suggestion)
  return !names.includes(word) && names.some((name) => name.startsWith(word))
}

/** The other name by which a tag was found, if its display name doesn't contain the typed word. Null: none. */
export function foundByOtherName(text: string, { tag }: Pick<Suggestion, 'tag'>): string | null {
  const word = fold(lastWord(text))
  if (word === '' || fold(displayNameOf(tag)).includes(word)) return null
  const names = namesOfTag(tag)
  const named = names.find((name) => fold(name).startsWith(word))
  return named ?? names.find((name) => fold(name).includes(word)) ?? null
}

/** Whether the text ends in a field with its colon, so that values are offered before tags. */
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

/** The letters after a `#` at the end of a text. Null: there is no `#`. */
export function hashTyped(text: string): string | null {
  return /(?:^|[\s,，])#([^\s#,，]{0,50})$/.exec(text)?.[1] ?? null
}
