import type { Color, Id, Tag } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { TagTable } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'
import type { Stored } from './stored.ts'

/** Tags. Which cards carry one is read with the cards. */
export function tagsTable(db: Db) {
  return {
    /** Deleted ones too. */
    byIds: async (userId: Id, ids: readonly Id[]): Promise<Stored<Tag>[]> =>
      (
        await readInBatches(ids, (batch) =>
          db
            .selectFrom('tag')
            .selectAll()
            .where('user_id', '=', userId)
            .where('id', 'in', batch)
            .orderBy('id')
            .execute(),
        )
      ).map(toTag),
    /** Living tags by their kept names. */
    byNames: async (userId: Id, workspaceId: Id, names: readonly string[]): Promise<Stored<Tag>[]> =>
      (
        await readInBatches(names, (batch) =>
          db
            .selectFrom('tag')
            .selectAll()
            .where('user_id', '=', userId)
            .where('workspace_id', '=', workspaceId)
            .where('deleted_at', 'is', null)
            .where('name', 'in', batch)
            .execute(),
        )
      ).map(toTag),
    /** A page of tags changed after `rev`, deleted ones too, in the order of changing. */
    changedAfter: async (
      userId: Id,
      workspaceId: Id,
      after: { rev: number; id: Id },
      limit: number,
    ): Promise<Stored<Tag>[]> =>
      (
        await db
          .selectFrom('tag')
          .selectAll()
          .where('user_id', '=', userId)
          .where('workspace_id', '=', workspaceId)
          .where('rev', '>=', after.rev)
          .where((where) => where.or([where('rev', '>', after.rev), where('id', '>', after.id)]))
          .orderBy('rev')
          .orderBy('id')
          .limit(limit)
          .execute()
      ).map(toTag),
  }
}

function toTag(row: Selectable<TagTable>): Stored<Tag> {
  return {
    workspaceId: row.workspace_id,
    deletedAt: row.deleted_at,
    rev: row.rev,
    row: {
      id: row.id,
      name: row.name,
      color: row.color as Color | null,
      clickCount: row.click_count,
      lastClickedAt: row.last_clicked_at,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
  }
}
