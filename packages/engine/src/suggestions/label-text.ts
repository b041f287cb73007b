import { fold, unique, wordsOf } from '@cardinal/domain'
import { sitesIn } from '../structures/site-table.ts'

/** What a text offers to learn from: its words in order, and the sites of its addresses. */
export interface LabelText {
  readonly words: readonly string[]
  readonly distinctWords: readonly string[]
  readonly sites: readonly string[]
}

export function readLabelText(text: string): LabelText {
  const beginning = text.slice(0, LONGEST_READ)
  const words = wordsOf(fold(beginning.replace(ADDRESS_BEGINNING, ' ')))
  return { words, distinctWords: unique(words).slice(0, MOST_WORDS), sites: sitesIn(beginning) }
}

/** A word on more cards than this says little, and would take long to follow up. */
export const COMMON_WORD = 250
/** Every address begins so: it says nothing of what the text is about. */
const ADDRESS_BEGINNING = /\bhttps?:\/\/(?:www\.)?/gi
/** What a text is about stands in its beginning; UTF-16 units. */
const LONGEST_READ = 4000
const MOST_WORDS = 48
