import { type Card, fold, unique, wordsOf } from '@cardinal/domain'
import { titleMatched } from '@cardinal/domain/best-match'

/** Most tags and words of one card that are tried. */
export const MOST_TRIED = 8
/** Tags that are added to the tag or word that a search begins with. */
export const TAGS_ADDED = 2
/** Likely tags that are tried on a card that is hard to find. */
export const LABELS_TRIED = 5

/** The words of a card's title with which a search for it may begin, folded. */
export function wordsToBegin(card: Card): readonly string[] {
  return unique(wordsOf(fold(titleMatched(card).slice(0, LONGEST_TITLE)))).slice(0, MOST_TRIED)
}

const LONGEST_TITLE = 300

/** All ways to choose `count` items, each in the given order. */
export function* choices<T>(of: readonly T[], count: number, from = 0): Generator<readonly T[]> {
  if (count === 0) yield []
  else
    for (let at = from; at <= of.length - count; at++)
      for (const rest of choices(of, count - 1, at + 1)) yield [of[at] as T, ...rest]
}
