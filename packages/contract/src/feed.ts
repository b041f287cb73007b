import type { Card, Change, Id, Tag, TagGroup, Workspace } from '@cardinal/domain'
import * as z from 'zod/mini'
import { entity, entityFromWire, entityToWire } from './wire/entity.ts'
import {
  group,
  groupFromWire,
  groupToWire,
  workspace,
  workspaceFromWire,
  workspaceToWire,
} from './wire/group.ts'
import { id } from './wire/scalars.ts'
import { type TagFacts, tag, tagFromWire, tagToWire } from './wire/tag.ts'

/** One line of the feed: a row's new state, a deletion, or, last, the cursor that the feed reached. */
export const feedLine = z.union([
  z.strictObject({ kind: z.literal('entity'), row: entity }),
  z.strictObject({ kind: z.literal('tag'), row: tag }),
  z.strictObject({ kind: z.literal('group'), row: group }),
  z.strictObject({ kind: z.literal('workspace'), row: workspace }),
  z.strictObject({
    kind: z.enum(['entity', 'tag', 'group', 'workspace']),
    _id: id,
    deleted: z.literal(true),
    /** The tag or group that replaces this id. */
    merged_into: z.optional(id),
  }),
  z.strictObject({
    cursor: z.string(),
    /** Rows changed while they were sent: some may be newer than the cursor, and the digest does not count them. */
    has_newer_rows: z.optional(z.literal(true)),
  }),
])
export type FeedLine = z.output<typeof feedLine>

/** Values of the wire form that rows don't hold. */
export interface FeedFacts {
  readonly ownerId: Id
  readonly tagFacts: (tagId: Id) => TagFacts
}

export function feedLineOf(change: Change, facts: FeedFacts): FeedLine {
  const { id: _id } = change
  if (change.row === null) {
    const kind = change.kind === 'card' ? 'entity' : change.kind
    const mergedInto = 'mergedInto' in change ? change.mergedInto : undefined
    return { kind, _id, deleted: true, ...(mergedInto !== undefined && { merged_into: mergedInto }) }
  }
  switch (change.kind) {
    case 'card':
      return { kind: 'entity', row: entityToWire(change.row, facts.ownerId) }
    case 'tag':
      return { kind: 'tag', row: tagToWire(change.row, facts.tagFacts(_id)) }
    case 'group':
      return { kind: 'group', row: groupToWire(change.row) }
    case 'workspace':
      return { kind: 'workspace', row: workspaceToWire(change.row) }
  }
}

/** Null for the cursor. Does not validate: parse the line with `feedLine` first where it isn't trusted. */
export function changeFromFeedLine(line: FeedLine): Change | null {
  if ('cursor' in line) return null
  if ('deleted' in line) {
    const { _id: id, merged_into: mergedInto } = line
    if (line.kind === 'entity') return { kind: 'card', id, row: null }
    if (line.kind === 'workspace' || mergedInto === undefined) return { kind: line.kind, id, row: null }
    return { kind: line.kind, id, row: null, mergedInto }
  }
  const row = rowFromWire(line)
  return { ...row, id: line.row._id } as Change
}

type RowLine = Extract<FeedLine, { row: object }>
type KindAndRow =
  | { kind: 'card'; row: Card }
  | { kind: 'tag'; row: Tag }
  | { kind: 'group'; row: TagGroup }
  | { kind: 'workspace'; row: Workspace }

function rowFromWire(line: RowLine): KindAndRow {
  switch (line.kind) {
    case 'entity':
      return { kind: 'card', row: entityFromWire(line.row) }
    case 'tag':
      return { kind: 'tag', row: tagFromWire(line.row) }
    case 'group':
      return { kind: 'group', row: groupFromWire(line.row) }
    case 'workspace':
      return { kind: 'workspace', row: workspaceFromWire(line.row) }
  }
}
