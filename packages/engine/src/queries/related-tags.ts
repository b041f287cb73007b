import { type CardType, type Id, unique } from '@cardinal/domain'
import type { Highlights, SiblingQuery, SiblingTags, TagCount, TagInUse } from '../questions.ts'
import { addAll, type Bits, bitsFor, countBits, hasBit, keepCommon } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'
import { cardsOfType } from './card-sets.ts'
import { type CountingReader, countTags, countTagsOf } from './tag-counting.ts'
import { rankedCounts, type TagReader, tagSlots, tagsInUse } from './tag-rows.ts'

/** Tags on any of those cards of that type; most of those cards first. */
export function tagsOfCards(
  reader: TagReader & CountingReader,
  { cardIds, type }: { cardIds: readonly Id[]; type: CardType | null },
): TagInUse[] {
  const slots = new Set<number>()
  for (const id of cardIds) {
    const slot = reader.cards.slotOf(id)
    if (slot !== undefined && (type === null || reader.cards.at(slot).type === type)) slots.add(slot)
  }
  const counts = rankedCounts(reader, countTags(reader, Uint32Array.from(slots)))
  return tagsInUse(
    reader,
    counts.flatMap(({ tagId }) => reader.tags.slotOf(tagId) ?? []),
  )
}

/** Section 6: what else is on the cards that carry all, or any, of the tags and none of the negative ones. */
export function siblingTags(
  reader: CountingReader,
  { tagIds, negativeTagIds, type }: SiblingQuery,
): SiblingTags {
  if (tagIds.length === 0) return { allOf: [], anyOf: [] }
  const wanted = unique(tagIds).map((id) => carriersOf(reader, id))
  const within = cardsOfType(reader, type)
  for (const slot of tagSlots(reader, negativeTagIds)) reader.carriers.takeFrom(within, slot)
  const all = within.slice()
  for (const carriers of wanted) keepCommon(all, carriers)
  const any = bitsFor(reader.cards.capacity)
  for (const carriers of wanted) addAll(any, carriers)
  keepCommon(any, within)
  const given = new Set([...tagIds, ...negativeTagIds])
  const others = (cards: Bits): TagCount[] =>
    rankedCounts(reader, countTagsOf(reader, cards, countBits(cards))).filter(
      ({ tagId }) => !given.has(tagId),
    )
  return { allOf: others(all), anyOf: others(any) }
}

/** Tags that share a group with a tag, and tags that share todos with it; both by name. */
export function highlights(
  reader: CountingReader & Pick<Reader, 'groups'>,
  { tagId }: { tagId: Id },
): Highlights {
  const { cards, groups, tags } = reader
  const todos = cardsOfType(reader, 'todo')
  const slots = listOf(reader, tagId).filter((slot) => hasBit(todos, slot) && slot < cards.capacity)
  const counts = countTags(reader, slots)
  const grouped = new Set(
    tagSlots(
      reader,
      groups.holding(tagId).flatMap((group) => group.tagIds),
    ),
  )
  const others = tags.inNameOrder().filter((slot) => slot !== tags.slotOf(tagId))
  const idsOf = (found: number[]) => found.flatMap((slot) => tags.at(slot)?.id ?? [])
  return {
    sharesGroup: idsOf(others.filter((slot) => grouped.has(slot))),
    sharesTodos: idsOf(others.filter((slot) => (counts[slot] as number) > 0)),
  }
}

function listOf({ tags, carriers }: CountingReader, tagId: Id): Uint32Array {
  const slot = tags.slotOf(tagId)
  return slot === undefined ? new Uint32Array(0) : carriers.list(slot)
}

function carriersOf({ tags, carriers, cards }: CountingReader, tagId: Id): Bits {
  const bits = bitsFor(cards.capacity)
  const slot = tags.slotOf(tagId)
  if (slot !== undefined) carriers.addTo(bits, slot)
  return bits
}
