import { fold, LIMITS, parseSearch, searchWords } from '@cardinal/domain'

/** A search in the form in which it is saved: words separated by a comma and a space, each once. */
export function writeSavedSearch(text: string): string {
  const { includes, excludes } = parseSearch(text)
  return [...includes, ...excludes.map((word) => `-${word}`)].join(', ')
}

/** The saved searches (oldest first) after one more was saved: at most 10, the oldest dropped (HM-6). */
export function afterSaving(saved: readonly string[], text: string): readonly string[] {
  const search = writeSavedSearch(text)
  if (search === '') return saved
  return [...saved.filter((other) => !sameSearch(other, search)), search].slice(-LIMITS.savedSearches)
}

/** Whether two searches ask for the same words, whatever their order. */
export function sameSearch(a: string, b: string): boolean {
  return keyOf(a) === keyOf(b)
}

/** A tag that stands in fewer than 4 saved searches. */
export function isRarelySearched(tagName: string, saved: readonly string[]): boolean {
  const wanted = fold(tagName)
  const holding = saved.filter((text) => searchWords(text).some((word) => fold(word.text) === wanted))
  return holding.length < LIMITS.rarelySearchedBelow
}

function keyOf(text: string): string {
  const { includes, excludes } = parseSearch(text)
  const words = [...includes.map(fold), ...excludes.map((word) => `-${fold(word)}`)]
  return words.sort().join(',')
}
