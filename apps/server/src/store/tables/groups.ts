import type { Color, Id, TagGroup } from '@cardinal/domain'
import { sql } from 'kysely'
import { type Db, readInBatches } from './db.ts'
import { type FeedPlace, rowsInWorkspace, type Stored, tagsOfGroup } from './rows-in-workspace.ts'

const wholeGroups = (db: Db) => db.selectFrom('tag_group').selectAll().select(tagsOfGroup.as('tag_ids'))

type GroupRow = Awaited<ReturnType<ReturnType<typeof wholeGroups>['execute']>>[number]

const GROUPS = rowsInWorkspace(wholeGroups)

export function groupsTable(db: Db) {
  return {
    /** Includes deleted ones. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<TagGroup>[]> =>
      (await GROUPS.byIds(db, userId, ids)).map(toGroup),
    /** Living groups by their titles in stored form. */
    byTitles: async (userId: Id, workspaceId: Id, titles: readonly string[]): Promise<Stored<TagGroup>[]> =>
      (
        await readInBatches(titles, (batch) =>
          wholeGroups(db)
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .where('deleted_at', 'is', null)
            .where('title', 'in', batch)
            .execute(),
        )
      ).map(toGroup),
    /** Living groups with any of these tags. */
    holding: async (userId: Id, tagIds: readonly Id[]): Promise<Stored<TagGroup>[]> =>
      (
        await readInBatches(tagIds, (batch) =>
          wholeGroups(db)
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
        )
      ).map(toGroup),
    /** Number of living groups in a workspace, and of tags in the groups of all workspaces. */
    held: async (userId: Id, workspaceId: Id): Promise<{ groups: number; groupTags: number }> => {
      const { groups } = await db
        .selectFrom('tag_group')
        .select(sql<number>`count(*)`.as('groups'))
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      const { tags } = await db
        .selectFrom('group_tag')
        .select(sql<number>`count(*)`.as('tags'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return { groups: Number(groups), groupTags: Number(tags) }
    },
    /** A page of groups changed after `rev`, including deleted ones, in order of change. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: FeedPlace,
      limit: number,
    ): Promise<Stored<TagGroup>[]> =>
      (await GROUPS.changedAfter(db, userId, workspaceId, after, limit)).map(toGroup),
  }
}

function toGroup(row: GroupRow): Stored<TagGroup> {
  return {
    workspaceId: row.workspace_id,
    deletedAt: row.deleted_at,
    rev: row.rev,
    ...(row.merged_into !== null && { mergedInto: row.merged_into }),
    row: {
      id: row.id,
      title: row.title,
      color: row.color as Color | null,
      isHidden: row.is_hidden === 1,
      // Not by `readIds`, which shares ids: a large group would push out the ids of cards.
      tagIds: row.tag_ids?.split(',') ?? [],
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  }
}
