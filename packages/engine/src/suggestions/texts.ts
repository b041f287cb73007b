import {
  addressOf,
  type Card,
  fold,
  type Id,
  isNear,
  type SearchTree,
  searchWords,
  sitesIn,
  sitesOf,
  splitLastWord,
  unique,
  wordsOf,
} from '@cardinal/domain'
import type { NarrowQuery } from '../questions.ts'
import { FUNCTION_WORDS } from './function-words.ts'

/** The signs in a text: its words in order, and the sites of its addresses. */
export interface LabelText {
  readonly words: readonly string[]
  readonly distinctWords: readonly string[]
  readonly sites: readonly string[]
}

/** @param card the card of the text: a link belongs to the site of its address alone */
export function readLabelText(text: string, card?: Card): LabelText {
  const beginning = text.slice(0, LONGEST_READ)
  const words = wordsOf(fold(beginning.replace(NO_WORDS, ' ')))
  const sites = card === undefined || addressOf(card) === null ? sitesIn(beginning) : sitesOf(card)
  return { words, distinctWords: telling(words).slice(0, MOST_WORDS), sites }
}

/**
 * Each word once, without numbers and the commonest words of eleven languages: with few cards, their spread does not
 * show yet.
 */
function telling(words: readonly string[]): string[] {
  return unique(words).filter((word) => !FUNCTION_WORDS.has(word) && !/^\d+$/.test(word))
}

/** Whether there is neither a text nor a chosen tag. */
export function asksNothing(text: LabelText, chosen: readonly Id[]): boolean {
  return text.words.length + text.sites.length + chosen.length === 0
}

/** Words on more cards than this are ignored: they are weak evidence and slow to read. */
export const COMMON_WORD = 250
/**
 * Removed from a text before its words are read: the scheme of an address, a ticked box, and the language of
 * a code block.
 */
const NO_WORDS =
  /\bhttps?:\/\/(?:www\.)?|^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*\[x\](?=\s)|^[ \t]*(?:```|~~~).*/gim
/** UTF-16 units that are read at the beginning of a text. */
const LONGEST_READ = 4000
const MOST_WORDS = 48
export type NameMatch = 'exact' | 'prefix' | 'part' | 'near'

/** Returns how a folded name matches the folded word being typed; null when it doesn't. */
function matchName(foldedName: string, foldedWord: string): NameMatch | null {
  const at = foldedName.indexOf(foldedWord)
  if (at < 0) return isNear(foldedName, foldedWord) ? 'near' : null
  if (at > 0) return 'part'
  return foldedName === foldedWord ? 'exact' : 'prefix'
}

/** Returns how the best of a tag's folded names matches the word; null when none does. */
export function bestMatch(foldedNames: readonly string[], foldedWord: string): NameMatch | null {
  let best: NameMatch | null = null
  for (const name of foldedNames) {
    const match = matchName(name, foldedWord)
    if (match !== null && (best === null || RANKS[match] < RANKS[best])) best = match
  }
  return best
}

const RANKS: Readonly<Record<NameMatch, number>> = { exact: 0, prefix: 1, part: 2, near: 3 }

/** A search text, parsed for completion. */
export interface TypedText {
  /** The search without the word being typed. */
  readonly settled: SearchTree
  /** The word being typed, folded. Null when the last word names a tag, or there is none. */
  readonly unfinished: string | null
  /** All finished words, folded. The tags they name are in the text already. */
  readonly used: ReadonlySet<string>
}

/**
 * Splits a search text into the finished words and the last word, which counts as being typed unless it names
 * a tag.
 */
export function takeApart(
  { text, query, finished }: NarrowQuery,
  namesATag: (foldedWord: string) => boolean,
): TypedText {
  const { word, before } = splitLastWord(text)
  const last = fold(word)
  if (last === '' || namesATag(last)) return takeWhole({ text, query })
  return { settled: finished, unfinished: last, used: foldedWords(before) }
}

/** As `takeApart`, for a search text whose last word is finished. */
export function takeWhole({ text, query }: Pick<NarrowQuery, 'text' | 'query'>): TypedText {
  return { settled: query.search, unfinished: null, used: foldedWords(text) }
}

function foldedWords(text: string): ReadonlySet<string> {
  return new Set(searchWords(text).map((word) => fold(word.text)))
}
