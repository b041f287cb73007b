import { type CardType, type Id, unique } from '@cardinal/domain'
import type { Highlights, SiblingQuery, SiblingTags, TagCount, TagInUse } from '../questions.ts'
import { addAll, type Bits, bitsFor, hasBit, keepCommon } from '../structures/bits.ts'
import type { Reader } from '../tables.ts'
import { cardsOfType } from './card-sets.ts'
import { type CountingReader, countable, countTags, countTagsOf } from './counting.ts'
import { rankedCounts, type TagReader, tagOrdinals, tagsInUse } from './tag-rows.ts'

type TaggedReader = CountingReader & Pick<Reader, 'taggedCards'>

/** Tags on any of the given cards of a type, those on most of them first. */
export function tagsOfCards(
  reader: TagReader & CountingReader,
  { cardIds, type }: { cardIds: readonly Id[]; type: CardType | null },
): TagInUse[] {
  const ordinals = new Set<number>()
  for (const id of cardIds) {
    const ordinal = reader.cards.ordinalOf(id)
    if (ordinal !== undefined && (type === null || reader.cards.at(ordinal).type === type))
      ordinals.add(ordinal)
  }
  const counts = rankedCounts(reader, countTags(reader, Uint32Array.from(ordinals)))
  return tagsInUse(
    reader,
    counts.flatMap(({ tagId }) => reader.tags.ordinalOf(tagId) ?? []),
  )
}

/**
 * Implements docs/search.md, section 6: the other tags on the cards with all, or any, of the given tags and
 * no negative one.
 */
export function siblingTags(
  reader: TaggedReader,
  { tagIds, negativeTagIds, type }: SiblingQuery,
): SiblingTags {
  if (tagIds.length === 0) return { allOf: [], anyOf: [] }
  const wanted = unique(tagIds).map((id) => postingsOf(reader, id))
  const within = cardsOfType(reader, type)
  reader.taggedCards.takeFrom(within, tagOrdinals(reader, negativeTagIds))
  const all = within.slice()
  for (const postings of wanted) keepCommon(all, postings)
  const any = bitsFor(reader.cards.capacity)
  for (const postings of wanted) addAll(any, postings)
  keepCommon(any, within)
  const given = new Set([...tagIds, ...negativeTagIds])
  const others = (cards: Bits): TagCount[] =>
    rankedCounts(reader, countTagsOf(reader, countable(reader, cards))).filter(
      ({ tagId }) => !given.has(tagId),
    )
  return { allOf: others(all), anyOf: others(any) }
}

/** Returns tags that share a group with a tag, and tags on the same todos. Both by name. */
export function highlights(
  reader: CountingReader & Pick<Reader, 'groups'>,
  { tagId }: { tagId: Id },
): Highlights {
  const { cards, groups, tags } = reader
  const todos = cardsOfType(reader, 'todo')
  const ordinals = listOf(reader, tagId).filter(
    (ordinal) => hasBit(todos, ordinal) && ordinal < cards.capacity,
  )
  const counts = countTags(reader, ordinals)
  const grouped = new Set(
    tagOrdinals(
      reader,
      groups.holding(tagId).flatMap((group) => group.tagIds),
    ),
  )
  const others = tags.inNameOrder().filter((ordinal) => ordinal !== tags.ordinalOf(tagId))
  const idsOf = (found: number[]) => found.flatMap((ordinal) => tags.at(ordinal)?.id ?? [])
  return {
    sharesGroup: idsOf(others.filter((ordinal) => grouped.has(ordinal))),
    sharesTodos: idsOf(others.filter((ordinal) => (counts[ordinal] as number) > 0)),
  }
}

function listOf({ tags, postings }: CountingReader, tagId: Id): Uint32Array {
  const ordinal = tags.ordinalOf(tagId)
  return ordinal === undefined ? new Uint32Array(0) : postings.list(ordinal)
}

function postingsOf({ tags, taggedCards, cards }: TaggedReader, tagId: Id): Bits {
  const bits = bitsFor(cards.capacity)
  const ordinal = tags.ordinalOf(tagId)
  if (ordinal === undefined) return bits
  taggedCards.addTo(bits, [ordinal])
  return bits
}
