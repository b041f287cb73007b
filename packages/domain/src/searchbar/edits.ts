import { fold } from '../folding.ts'
import { type SearchWord, searchWords } from './grammar.ts'

/** What a chip does to the search text. */
export type SearchEdit = 'include' | 'exclude' | 'remove' | 'search'

/**
 * The search text after a chip was used on it: include appends the tag, exclude writes it with a minus,
 * remove takes it out, search keeps it alone. A word never stands twice: including an excluded tag, or
 * the other way round, turns it over where it stands.
 */
export function editSearchText(text: string, edit: SearchEdit, tag: string): string {
  if (edit === 'search') return tag
  const words = searchWords(text)
  const isTag = (word: SearchWord) => fold(word.text) === fold(tag)
  if (edit === 'remove') return writeWords(words.filter((word) => !isTag(word)))
  const wanted: SearchWord = { text: tag, isExcluded: edit === 'exclude' }
  return words.some(isTag)
    ? writeWords(words.map((word) => (isTag(word) ? wanted : word)))
    : writeWords([...words, wanted])
}

/** Replaces the word that is still being typed (the last piece) by a tag that was picked for it. */
export function completeLastWord(text: string, tag: string): string {
  const lastSeparator = Math.max(text.lastIndexOf(','), text.lastIndexOf('，'))
  const last = text.slice(lastSeparator + 1)
  const edit = last.trimStart().startsWith('-') ? 'exclude' : 'include'
  return editSearchText(text.slice(0, lastSeparator + 1), edit, tag)
}

/** The piece behind the last comma, without a minus: what suggestions complete. */
export function lastWord(text: string): string {
  const lastSeparator = Math.max(text.lastIndexOf(','), text.lastIndexOf('，'))
  return text
    .slice(lastSeparator + 1)
    .trim()
    .replace(/^-\s*/, '')
}

function writeWords(words: readonly SearchWord[]): string {
  return words.map((word) => (word.isExcluded ? `-${word.text}` : word.text)).join(', ')
}
