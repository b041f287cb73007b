import { fitsPattern, fold, isNamePattern } from '@cardinal/domain'
import { type Bits, bitsFor } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'

/** Ordinals of the tags that a word names: by a folded name, which may fit a word with a star. */
export function tagsNamed({ tags }: Pick<Reader, 'tags'>, word: string): readonly number[] {
  const folded = fold(word)
  if (!isNamePattern(folded)) return tags.namedBy(folded)
  const fits = fitsPattern(folded)
  return tags.inNameOrder().filter((ordinal) => tags.foldedNames(ordinal).some(fits))
}

/** Returns a new bitmap of the cards of `within` that have any of the tags, or one that implies it. */
export function cardsTagged(
  { cards, taggedCards }: Pick<Reader, 'cards' | 'taggedCards'>,
  tags: readonly number[],
  within: Bits,
): Bits {
  const bits = bitsFor(cards.capacity)
  taggedCards.addTo(bits, tags, within)
  return bits
}
