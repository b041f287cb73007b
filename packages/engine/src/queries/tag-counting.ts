import { type Bits, ordinalsOf, takeAway } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'

export type CountingReader = Pick<Reader, 'cards' | 'tags' | 'forwardIndex' | 'postings'>

/** Counts the cards of each tag, by tag ordinal. */
export function countTags({ forwardIndex, tags }: CountingReader, ordinals: Uint32Array): Uint32Array {
  const counts = new Uint32Array(tags.usedOrdinals)
  forwardIndex.count(ordinals, counts)
  return counts
}

/**
 * The same for a bitmap. If it holds more than half of the cards, the others are counted and subtracted.
 *
 * @param ordinals the bitmap's ordinals, if known already
 */
export function countTagsOf(
  reader: CountingReader,
  cards: Bits,
  size: number,
  ordinals: Uint32Array | null = null,
): Uint32Array {
  if (size * 2 <= reader.cards.count) return countTags(reader, ordinals ?? ordinalsOf(cards))
  const { sizes } = reader.postings
  const counts = new Uint32Array(reader.tags.usedOrdinals)
  if (size < reader.cards.count) {
    const others = reader.cards.all.slice()
    takeAway(others, cards)
    reader.forwardIndex.count(ordinalsOf(others), counts)
  }
  for (let tag = 0; tag < counts.length; tag++) counts[tag] = (sizes[tag] ?? 0) - (counts[tag] as number)
  return counts
}
