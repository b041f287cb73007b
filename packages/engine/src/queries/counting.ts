import { compareCodePoints } from '@cardinal/domain'
import type { ColorCount } from '../questions.ts'
import { type Bits, countBits, ordinalsOf, takeAway } from '../structures/bits.ts'
import { colorOfNumber } from '../structures/card-table.ts'
import type { Reader } from '../tables.ts'

export type CountingReader = Pick<Reader, 'cards' | 'tags' | 'forwardIndex' | 'postings'>

/** Counts the cards of each tag, by tag ordinal. */
export function countTags({ forwardIndex, tags }: CountingReader, ordinals: Uint32Array): Uint32Array {
  const counts = new Uint32Array(tags.usedOrdinals)
  forwardIndex.count(ordinals, counts)
  return counts
}

/** A set of cards, as its own ordinals, or as those of all other cards if these are fewer. */
interface Countable {
  /** The number of cards in the set. */
  readonly size: number
  readonly ordinals: Uint32Array
  /** Whether `ordinals` are those of the cards outside the set. */
  readonly areOthers: boolean
}

export function countable(
  { cards }: { readonly cards: Pick<Reader['cards'], 'all' | 'count'> },
  set: Bits,
): Countable {
  const size = countBits(set)
  if (size * 2 <= cards.count) return { size, ordinals: ordinalsOf(set), areOthers: false }
  const others = cards.all.slice()
  takeAway(others, set)
  return { size, ordinals: ordinalsOf(others), areOthers: true }
}

/** Counts the cards of each tag in a set, by tag ordinal. */
export function countTagsOf(reader: CountingReader, { ordinals, areOthers }: Countable): Uint32Array {
  const counts = countTags(reader, ordinals)
  if (areOthers) subtractFrom(reader.postings.sizes, counts)
  return counts
}

/** Returns how many cards of a set have each colour: most first, ties by name, colourless last among equals. */
export function countColors(
  { cards }: Pick<Reader, 'cards'>,
  { ordinals, areOthers }: Countable,
): ColorCount[] {
  const counts = new Uint32Array(cards.colorCounts.length)
  for (let i = 0; i < ordinals.length; i++) {
    const color = cards.color[ordinals[i] as number] as number
    counts[color] = (counts[color] as number) + 1
  }
  if (areOthers) subtractFrom(cards.colorCounts, counts)
  return [...counts]
    .map((count, number) => ({ color: colorOfNumber(number), count }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareCodePoints(a.color ?? NO_COLOR, b.color ?? NO_COLOR))
}

/** By this name cards without a colour sort after every colour. */
const NO_COLOR = '~'

/** Replaces each count by its total minus the count. A missing total is 0. */
function subtractFrom(totals: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < counts.length; i++) counts[i] = (totals[i] ?? 0) - (counts[i] as number)
}
