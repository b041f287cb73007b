import type { Color, Id, TagGroup } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { TagGroupTable } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'
import { type FeedPlace, rowsInWorkspace } from './rows-in-workspace.ts'
import type { Stored } from './stored.ts'

const GROUPS = rowsInWorkspace('tag_group')

/** Tag groups with the tags that they hold. */
export function groupsTable(db: Db) {
  const whole = (userId: Id, rows: readonly Selectable<TagGroupTable>[]) => withTags(db, userId, rows)
  return {
    /** Deleted ones too. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<TagGroup>[]> =>
      whole(userId, await GROUPS.byIds(db, userId, ids)),
    /** Living groups by their kept titles. */
    byTitles: async (userId: Id, workspaceId: Id, titles: readonly string[]): Promise<Stored<TagGroup>[]> =>
      whole(
        userId,
        await readInBatches(titles, (batch) =>
          db
            .selectFrom('tag_group')
            .selectAll()
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .where('deleted_at', 'is', null)
            .where('title', 'in', batch)
            .execute(),
        ),
      ),
    /** Living groups that hold any of these tags. */
    holding: async (userId: Id, tagIds: readonly Id[]): Promise<Stored<TagGroup>[]> =>
      whole(
        userId,
        await readInBatches(tagIds, (batch) =>
          db
            .selectFrom('tag_group')
            .selectAll()
            .where('user_id', '=', userId)
            .where('deleted_at', 'is', null)
            .where('id', 'in', (query) =>
              query
                .selectFrom('group_tag')
                .select('group_id')
                .where('user_id', '=', userId)
                .where('tag_id', 'in', batch),
            )
            .orderBy('id')
            .execute(),
        ),
      ),
    /** A page of groups changed after `rev`, deleted ones too, in the order of changing. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<TagGroup>[]> =>
      whole(userId, await GROUPS.changedAfter(db, userId, workspaceId, after, limit)),
  }
}

async function withTags(
  db: Db,
  userId: Id,
  rows: readonly Selectable<TagGroupTable>[],
): Promise<Stored<TagGroup>[]> {
  const tags = await readInBatches(
    rows.map((row) => row.id),
    (batch) =>
      db
        .selectFrom('group_tag')
        .select(['group_id', 'tag_id'])
        .where('user_id', '=', userId)
        .where('group_id', 'in', batch)
        .orderBy('group_id')
        .orderBy('position')
        .execute(),
  )
  const tagIdsByGroupId = new Map<Id, Id[]>(rows.map((row) => [row.id, []]))
  for (const tag of tags) tagIdsByGroupId.get(tag.group_id)?.push(tag.tag_id)
  return rows.map((row) => toGroup(row, tagIdsByGroupId.get(row.id) ?? []))
}

function toGroup(row: Selectable<TagGroupTable>, tagIds: readonly Id[]): Stored<TagGroup> {
  return {
    workspaceId: row.workspace_id,
    deletedAt: row.deleted_at,
    rev: row.rev,
    row: {
      id: row.id,
      title: row.title,
      color: row.color as Color | null,
      isHidden: row.is_hidden === 1,
      tagIds,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  }
}
