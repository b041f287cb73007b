import { fold, unique, wordsOf } from '@cardinal/domain'
import { sitesIn } from '../structures/site-table.ts'

/** The signs in a text: its words in order, and the sites of its addresses. */
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

/** Words on more cards than this are ignored: they say little and are slow to follow. */
export const COMMON_WORD = 250
/** Starts every address, so it says nothing about the text. */
const ADDRESS_BEGINNING = /\bhttps?:\/\/(?:www\.)?/gi
/** Only the beginning is read. In UTF-16 units. */
const LONGEST_READ = 4000
const MOST_WORDS = 48
