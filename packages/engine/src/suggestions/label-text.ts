import { fold, type Id, unique, wordsOf } from '@cardinal/domain'
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
  return { words, distinctWords: telling(words).slice(0, MOST_WORDS), sites: sitesIn(beginning) }
}

/** Returns each word once, without the commonest English ones: few cards do not show yet that these spread. */
function telling(words: readonly string[]): string[] {
  return unique(words).filter((word) => !FUNCTION_WORDS.has(word))
}

/** Returns whether there is neither a text nor a chosen tag to suggest by. */
export function asksNothing(text: LabelText, chosen: readonly Id[]): boolean {
  return text.words.length + text.sites.length + chosen.length === 0
}

/** Words on more cards than this are ignored: they say little and are slow to follow. */
export const COMMON_WORD = 250
/** Starts every address, so it says nothing about the text. */
const ADDRESS_BEGINNING = /\bhttps?:\/\/(?:www\.)?/gi
/** Only the beginning is read. In UTF-16 units. */
const LONGEST_READ = 4000
const MOST_WORDS = 48
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for from how i in is it my no not of off on or our out so that the this to up was we what when with you your'.split(
    ' ',
  ),
)
