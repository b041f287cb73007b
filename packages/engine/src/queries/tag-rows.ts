import type { Id, Tag } from '@cardinal/domain'
import type { TagCount, TagInUse } from '../questions.ts'
import { greatestFirst } from '../structures/ranking.ts'
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

/** Counts by tag slot as a list: most first, ties by name; zeros and tags without a row left out. */
export function rankedCounts({ tags }: Pick<Reader, 'tags'>, counts: Uint32Array): TagCount[] {
  const slots = greatestFirst(tags.inNameOrder(), counts)
  const ranked = new Array<TagCount>(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    ranked[i] = { tagId: tags.idAt(slot), count: counts[slot] as number }
  }
  return ranked
}
