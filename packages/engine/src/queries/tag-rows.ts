import type { Id, Tag } from '@cardinal/domain'
import type { TagCount, TagInUse } from '../questions.ts'
import { compareTagNames } from '../structures/tag-table.ts'
import type { Reader } from '../tables.ts'

/** What it takes to show a tag. */
export type TagReader = Pick<Reader, 'tags' | 'groups' | 'carriers'>

/** A tag with its groups and the number of its cards. */
export function inUse({ tags, groups, carriers }: TagReader, tag: Tag): TagInUse {
  const slot = tags.slotOf(tag.id)
  const groupIds = groups.holding(tag.id).map((group) => group.id)
  return { ...tag, groupIds, cardCount: slot === undefined ? 0 : carriers.size(slot) }
}

/** The tags of slots that are known to have one. */
export function tagsInUse(reader: TagReader, slots: Iterable<number>): TagInUse[] {
  const found: TagInUse[] = []
  for (const slot of slots) {
    const tag = reader.tags.at(slot)
    if (tag !== undefined) found.push(inUse(reader, tag))
  }
  return found
}

/** Most cards first, ties by name: the order of tag lists that have no order of their own. */
export function byUse(a: TagInUse, b: TagInUse): number {
  return b.cardCount - a.cardCount || compareTagNames(a, b)
}

/** The slots of these ids that are known. */
export function tagSlots({ tags }: Pick<Reader, 'tags'>, ids: readonly Id[]): number[] {
  const slots = new Set<number>()
  for (const id of ids) {
    const slot = tags.slotOf(id)
    if (slot !== undefined) slots.add(slot)
  }
  return [...slots]
}

/**
 * Counts by tag slot as a list: most first, ties by name; zeros and tags without a row left out.
 * Count and rank go into one number each, so that sorting needs no comparison of names.
 */
export function rankedCounts({ tags }: Pick<Reader, 'tags'>, counts: Uint32Array): TagCount[] {
  const ranks = tags.nameRanks()
  const slotsByRank = tags.inNameOrder()
  const keys = new Float64Array(slotsByRank.length)
  let used = 0
  for (const slot of slotsByRank) {
    const count = counts[slot] as number
    if (count > 0) keys[used++] = (MOST_CARDS - count) * MOST_TAGS + (ranks[slot] as number)
  }
  const ranked: TagCount[] = []
  for (const key of keys.subarray(0, used).sort()) {
    const slot = slotsByRank[key % MOST_TAGS] as number
    const tag = tags.at(slot)
    if (tag !== undefined) ranked.push({ tagId: tag.id, count: counts[slot] as number })
  }
  return ranked
}

const MOST_TAGS = 2 ** 24
const MOST_CARDS = 2 ** 28
