import { type Card, fold, unique, wordsOf } from '@cardinal/domain'
import { titleMatched } from '@cardinal/domain/best-match'

/** More tags and words of one card are not tried. */
export const MOST_TRIED = 8
/** Tags that are added to the tag or word that a search begins with. */
export const TAGS_ADDED = 2
/** Tags that are tried on a card that can't be reached. */
export const LABELS_TRIED = 5

/** Returns the words of a card's title by which somebody may begin to look for it, folded. */
export function wordsToBegin(card: Card): readonly string[] {
  return unique(wordsOf(fold(titleMatched(card).slice(0, LONGEST_TITLE)))).slice(0, MOST_TRIED)
}

const LONGEST_TITLE = 300

/** Returns all ways to choose so many of some things, in their order. */
export function* choices<T>(of: readonly T[], count: number, from = 0): Generator<readonly T[]> {
  if (count === 0) yield []
  else
    for (let at = from; at <= of.length - count; at++)
      for (const rest of choices(of, count - 1, at + 1)) yield [of[at] as T, ...rest]
}
