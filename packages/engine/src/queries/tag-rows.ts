import { fitsPattern, foldedName, type Id, isNamePattern, type Tag } from '@cardinal/domain'
import type { TagCount, TagInUse } from '../questions.ts'
import { type Bits, bitsFor } from '../structures/bits.ts'
import { greatestFirst } from '../structures/ranking.ts'
import { compareTagNames } from '../structures/tag-table.ts'
import type { Reader } from '../tables.ts'

/** The tables needed to show a tag. */
export type TagReader = Pick<Reader, 'tags' | 'groups' | 'postings'>

/** Returns a tag with its groups and the number of its cards. */
export function inUse({ tags, groups, postings }: TagReader, tag: Tag): TagInUse {
  const ordinal = tags.ordinalOf(tag.id)
  const groupIds = groups.holding(tag.id).map((group) => group.id)
  return { ...tag, groupIds, cardCount: ordinal === undefined ? 0 : postings.size(ordinal) }
}

/** Returns the tags at ordinals that have a row. */
export function tagsInUse(reader: TagReader, ordinals: Iterable<number>): TagInUse[] {
  const found: TagInUse[] = []
  for (const ordinal of ordinals) {
    const tag = reader.tags.at(ordinal)
    if (tag !== undefined) found.push(inUse(reader, tag))
  }
  return found
}

/** Most cards first, ties by name: the order of tag lists without an order of their own. */
export function byUse(a: TagInUse, b: TagInUse): number {
  return b.cardCount - a.cardCount || compareTagNames(a, b)
}

/** Returns the ordinals of the ids that are known. */
export function tagOrdinals({ tags }: Pick<Reader, 'tags'>, ids: readonly Id[]): number[] {
  const ordinals = new Set<number>()
  for (const id of ids) {
    const ordinal = tags.ordinalOf(id)
    if (ordinal !== undefined) ordinals.add(ordinal)
  }
  return [...ordinals]
}

/** Counts by tag ordinal as a list: most first, ties by name; zeros and tags without a row left out. */
export function rankedCounts({ tags }: Pick<Reader, 'tags'>, counts: Uint32Array): TagCount[] {
  const ordinals = greatestFirst(tags.inNameOrder(), counts)
  const ranked = new Array<TagCount>(ordinals.length)
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number
    ranked[i] = { tagId: tags.idAt(ordinal), count: counts[ordinal] as number }
  }
  return ranked
}

/** Ordinals of the tags that a word names. A word with a star names every tag with a folded name that fits. */
export function tagsNamed({ tags }: Pick<Reader, 'tags'>, word: string): readonly number[] {
  const folded = foldedName(word)
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
