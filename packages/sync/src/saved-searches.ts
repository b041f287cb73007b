import { squeeze, tagName, unique } from '@cardinal/domain'

/**
 * Saved searches after tags changed their names, by renaming or by merging into another: the words that
 * named a tag follow it, minus signs stay, and what is then said twice is said once.
 *
 * @param searches each a comma-separated list of words
 * @param newNameByOld kept forms of names
 */
export function followRenamedTags(
  searches: readonly string[],
  newNameByOld: ReadonlyMap<string, string>,
): readonly string[] {
  const followed = searches.map((search) => followInSearch(search, newNameByOld))
  return followed.every((search, index) => search === searches[index]) ? searches : unique(followed)
}

function followInSearch(search: string, newNameByOld: ReadonlyMap<string, string>): string {
  const words = search.split(',')
  const renamed = words.map((word) => {
    const trimmed = squeeze(word)
    const minus = trimmed.startsWith('-') ? '-' : ''
    const name = newNameByOld.get(tagName(trimmed.slice(minus.length)))
    return name === undefined ? null : minus + name
  })
  if (renamed.every((word) => word === null)) return search
  return unique(words.map((word, index) => renamed[index] ?? squeeze(word))).join(', ')
}
