import { type Bits, countBits, slotsOf, takeAway } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'

export type CountingReader = Pick<Reader, 'cards' | 'tags' | 'carried' | 'carriers'>

/** How many of the cards carry each tag, by tag slot. */
export function countTags({ carried, tags }: CountingReader, slots: Uint32Array): Uint32Array {
  const counts = new Uint32Array(tags.usedSlots)
  carried.count(slots, counts)
  return counts
}

/** The same for a set of cards; a set of more than half of them is counted by what it leaves out. */
export function countTagsOf(reader: CountingReader, cards: Bits, slots: Uint32Array): Uint32Array {
  if (slots.length * 2 <= reader.cards.count) return countTags(reader, slots)
  const others = reader.cards.all.slice()
  takeAway(others, cards)
  const counts =
    countBits(others) === 0 ? new Uint32Array(reader.tags.usedSlots) : countTags(reader, slotsOf(others))
  for (let tag = 0; tag < counts.length; tag++)
    counts[tag] = reader.carriers.size(tag) - (counts[tag] as number)
  return counts
}
