import { type Bits, slotsOf, takeAway } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'

export type CountingReader = Pick<Reader, 'cards' | 'tags' | 'carried' | 'carriers'>

/** How many of the cards carry each tag, by tag slot. */
export function countTags({ carried, tags }: CountingReader, slots: Uint32Array): Uint32Array {
  const counts = new Uint32Array(tags.usedSlots)
  carried.count(slots, counts)
  return counts
}

/**
 * The same for a set of cards; a set of more than half of them is counted by what it leaves out.
 *
 * @param slots those of the set, if somebody has them already
 */
export function countTagsOf(
  reader: CountingReader,
  cards: Bits,
  size: number,
  slots: Uint32Array | null = null,
): Uint32Array {
  if (size * 2 <= reader.cards.count) return countTags(reader, slots ?? slotsOf(cards))
  const { sizes } = reader.carriers
  const counts = new Uint32Array(reader.tags.usedSlots)
  if (size < reader.cards.count) {
    const others = reader.cards.all.slice()
    takeAway(others, cards)
    reader.carried.count(slotsOf(others), counts)
  }
  for (let tag = 0; tag < counts.length; tag++) counts[tag] = (sizes[tag] ?? 0) - (counts[tag] as number)
  return counts
}
