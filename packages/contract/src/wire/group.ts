import { LIMITS, type TagGroup, type Workspace } from '@cardinal/domain'
import * as z from 'zod/mini'
import { rule, ruleFromWire, ruleToWire } from './rule.ts'
import { color, count, fromInstant, id, ids, instant, text, toInstant } from './scalars.ts'

/** `group_name` repeats the title. */
export const group = z.object({
  _id: id,
  title: z.string(),
  group_name: z.string(),
  color_name: color,
  tags: ids,
  hidden: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type WireGroup = z.output<typeof group>

export const groupList = z.object({ data: z.array(group), total_in_db: count })

export function groupToWire(row: TagGroup): WireGroup {
  return {
    _id: row.id,
    title: row.title,
    group_name: row.title,
    color_name: row.color,
    tags: [...row.tagIds],
    hidden: row.isHidden,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
  }
}

export function groupFromWire(wire: WireGroup): TagGroup {
  return {
    id: wire._id,
    title: wire.title,
    color: wire.color_name,
    isHidden: wire.hidden,
    tagIds: wire.tags,
    createdAt: fromInstant(wire.createdAt),
    updatedAt: fromInstant(wire.updatedAt),
  }
}

export const workspace = z.object({
  _id: id,
  workspace_name: z.string(),
  createdAt: instant,
  updatedAt: instant,
  /** Absent: none. */
  rules: z.optional(z.array(rule)),
})
type WireWorkspace = z.output<typeof workspace>

export const workspaceName = text(LIMITS.nameLength, 'A name')

export function workspaceToWire(row: Workspace): WireWorkspace {
  return {
    _id: row.id,
    workspace_name: row.name,
    createdAt: toInstant(row.createdAt),
    updatedAt: toInstant(row.updatedAt),
    ...(row.rules && row.rules.length > 0 && { rules: row.rules.map(ruleToWire) }),
  }
}

export function workspaceFromWire(wire: WireWorkspace): Workspace {
  return {
    id: wire._id,
    name: wire.workspace_name,
    createdAt: fromInstant(wire.createdAt),
    updatedAt: fromInstant(wire.updatedAt),
    ...(wire.rules && { rules: wire.rules.map(ruleFromWire) }),
  }
}
