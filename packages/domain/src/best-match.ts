import { addressOf } from './card.ts'
import type { SearchedTexts } from './copy-rule.ts'
import { fold } from './folding.ts'
import { partsOf, type SearchTree } from './searchbar/search-tree.ts'
import { kindOfUnit, UNIT } from './words.ts'

/** Points of a card for one word, in the order "Best match": docs/search.md, section 5. */
export const MATCH_POINTS = {
  tag: 6,
  titleBegins: 5,
  titleHasWord: 4,
  titleContains: 3,
  hasWord: 2,
  address: 1,
} as const

/** Most words of a search that give points; further words give none. */
const MOST_WORDS = 10

/** The words that "Best match" goes by: plain words and quoted texts that every match must satisfy, folded, each once. */
export function wordsMatched(search: SearchTree): readonly string[] {
  const words = new Set<string>()
  for (const part of partsOf(search)) {
    for (const word of part.kind === 'words' ? part.words : part.kind === 'text' ? [part.text] : [])
      if (words.size < MOST_WORDS) words.add(fold(word))
  }
  return [...words]
}

/**
 * The first line that is not empty. For a link whose content begins with an address: the title of its page.
 */
export function titleMatched(card: SearchedTexts): string {
  const content = card.content.trimStart()
  const end = content.indexOf('\n')
  const line = end < 0 ? content : content.slice(0, end)
  return card.type === 'link' && /^https?:/i.test(line) ? (card.page?.title ?? '') : line
}

/** The points of a folded word for a card's title; 0: the title does not contain it. */
export function titlePoints(title: string, word: string): number {
  const folded = fold(title)
  const first = folded.indexOf(word)
  if (first <= 0) return first < 0 ? 0 : MATCH_POINTS.titleBegins
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1))
    if (isWhole(folded, at, at + word.length)) return MATCH_POINTS.titleHasWord
  return MATCH_POINTS.titleContains
}

/** The points of a folded word for a card's address. */
export function addressPoints(card: SearchedTexts, word: string): number {
  return fold(addressOf(card) ?? '').includes(word) ? MATCH_POINTS.address : 0
}

/** Whether the text from `from` to `to` begins and ends at a word boundary. */
function isWhole(text: string, from: number, to: number): boolean {
  return !isInsideWord(text, from) && !isInsideWord(text, to)
}

function isInsideWord(text: string, at: number): boolean {
  const isWord = (index: number) => kindOfUnit(text.charCodeAt(index)) === UNIT.word
  return at > 0 && at < text.length && isWord(at - 1) && isWord(at)
}
