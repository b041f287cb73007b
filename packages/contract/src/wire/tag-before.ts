import { LIMITS, unique, withRelations } from '@cardinal/domain'
import type { TagBefore } from '@cardinal/sync'
import * as z from 'zod/mini'
import { color, count, fromInstant, id, instant, listOf, name, otherName, toInstant } from './scalars.ts'
import { relationsFromWire, relationsToWire } from './tag.ts'

/** Cards of one tag, or of a merge's target, which gets all of them. */
const manyIds = listOf(id, LIMITS.combinations)

/** Absent where the tag has none. */
const relations = {
  other_names: z.optional(listOf(otherName, LIMITS.otherNames)),
  parent_tag_ids: z.optional(listOf(id, LIMITS.parentTags)),
  child_group_ids: z.optional(listOf(id, LIMITS.childGroups)),
  child_tag_ids: z.optional(listOf(id, LIMITS.idsInList)),
}

const fields = {
  color_name: color,
  click_count: count,
  lastClickedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  entity_ids: manyIds,
  tag_groups: manyIds,
  display_name: z.optional(otherName),
  ...relations,
}

/** A tag before it was renamed, without id and name. */
export const renamedTag = z.strictObject(fields)
/** A tag before it was merged. */
export const mergedTag = z.strictObject({ _id: id, tag_name: name, ...fields })
/** The target of a merge before it, with the cards and groups that also had a merged tag. */
export const mergeTarget = z.strictObject({
  _id: id,
  tag_name: name,
  lastClickedAt: z.nullable(instant),
  entity_ids: manyIds,
  tag_groups: manyIds,
  ...relations,
})

/** @returns the former state in the form of `renamedTag` */
export function tagBeforeToWire({ tag, cardIds, groupIds, childIds }: TagBefore): z.input<typeof renamedTag> {
  return {
    color_name: tag.color,
    click_count: tag.clickCount,
    lastClickedAt: tag.lastClickedAt === null ? null : toInstant(tag.lastClickedAt),
    createdAt: toInstant(tag.createdAt),
    updatedAt: toInstant(tag.updatedAt),
    entity_ids: [...cardIds],
    tag_groups: [...groupIds],
    ...relationsToWire(tag),
    ...(childIds && { child_tag_ids: [...childIds] }),
  }
}

export function tagBeforeFromWire(id: string, name: string, wire: z.output<typeof renamedTag>): TagBefore {
  return {
    tag: withRelations(
      {
        id,
        name,
        color: wire.color_name,
        clickCount: wire.click_count,
        lastClickedAt: wire.lastClickedAt === null ? null : fromInstant(wire.lastClickedAt),
        createdAt: fromInstant(wire.createdAt),
        updatedAt: fromInstant(wire.updatedAt),
      },
      relationsFromWire(wire),
    ),
    cardIds: unique(wire.entity_ids),
    groupIds: unique(wire.tag_groups),
    ...(wire.child_tag_ids && { childIds: unique(wire.child_tag_ids) }),
  }
}
