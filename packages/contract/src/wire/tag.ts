import type { GivenRelations, Id, Tag } from '@cardinal/domain'
import * as z from 'zod/mini'
import { color, count, fromInstant, id, ids, instant, toInstant } from './scalars.ts'

/** The three lists of ids are present if `with_ids` was set. */
export const tag = z.object({
  _id: id,
  tag_name: z.string(),
  tag_groups: ids,
  color_name: color,
  click_count: count,
  lastClickedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  count_entity_ids: count,
  link_ids: z.optional(ids),
  note_ids: z.optional(ids),
  todo_ids: z.optional(ids),
  /** Further spellings of the tag. Absent: none. */
  other_names: z.optional(z.array(z.string())),
  /** One of its names, for display. Absent: `tag_name`. */
  display_name: z.optional(z.string()),
  /** Tags that it implies; some may be deleted. Absent: none. */
  parent_tag_ids: z.optional(ids),
  /** Groups whose tags all imply it; some may be deleted. Absent: none. */
  child_group_ids: z.optional(ids),
})
export type WireTag = z.output<typeof tag>

type WireRelations = Pick<WireTag, 'other_names' | 'display_name' | 'parent_tag_ids' | 'child_group_ids'>

/** `count`: number of tags in this answer. */
export const tagList = z.object({ data: z.array(tag), count, total_in_db: count })
/** Whether to list the ids of each tag's cards. */
export const withIds = z._default(z.boolean(), false)

/** Values of a tag's wire form that the tag doesn't hold. */
export interface TagFacts {
  readonly groupIds: readonly Id[]
  readonly cardCount: number
  readonly cardIds?: {
    readonly link: readonly Id[]
    readonly note: readonly Id[]
    readonly todo: readonly Id[]
  }
}

export function tagToWire(row: Tag, facts: TagFacts): WireTag {
  return {
    _id: row.id,
    tag_name: row.name,
    tag_groups: [...facts.groupIds],
    color_name: row.color,
    click_count: row.clickCount,
    lastClickedAt: row.lastClickedAt === null ? null : toInstant(row.lastClickedAt),
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    count_entity_ids: facts.cardCount,
    ...(facts.cardIds && {
      link_ids: [...facts.cardIds.link],
      note_ids: [...facts.cardIds.note],
      todo_ids: [...facts.cardIds.todo],
    }),
    ...relationsToWire(row),
  }
}

export function tagFromWire(wire: WireTag): Tag {
  return {
    id: wire._id,
    name: wire.tag_name,
    color: wire.color_name,
    clickCount: wire.click_count,
    lastClickedAt: wire.lastClickedAt === null ? null : fromInstant(wire.lastClickedAt),
    createdAt: fromInstant(wire.createdAt),
    updatedAt: fromInstant(wire.updatedAt),
    ...relationsFromWire(wire),
  }
}

/** A tag's row has no empty relations, and neither has its wire form. */
export function relationsToWire(relations: GivenRelations): WireRelations {
  const { otherNames, displayName, parentIds, childGroupIds } = relations
  return {
    ...(otherNames && { other_names: [...otherNames] }),
    ...(displayName && { display_name: displayName }),
    ...(parentIds && { parent_tag_ids: [...parentIds] }),
    ...(childGroupIds && { child_group_ids: [...childGroupIds] }),
  }
}

export function relationsFromWire(
  wire: WireRelations,
): Omit<GivenRelations, 'displayName'> & Pick<Tag, 'displayName'> {
  const { other_names, display_name, parent_tag_ids, child_group_ids } = wire
  return {
    ...(other_names && other_names.length > 0 && { otherNames: other_names }),
    ...(display_name && { displayName: display_name }),
    ...(parent_tag_ids && parent_tag_ids.length > 0 && { parentIds: parent_tag_ids }),
    ...(child_group_ids && child_group_ids.length > 0 && { childGroupIds: child_group_ids }),
  }
}
