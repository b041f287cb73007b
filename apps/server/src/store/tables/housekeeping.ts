import type { Id } from '@cardinal/domain'
import { type Db, inBatches } from './db.ts'

/** Removal of what has been deleted for long enough. */
export function housekeepingTable(db: Db) {
  return {
    /**
     * Removes tombstones older than `before` for good and raises the workspace's `min_seq` to the newest of
     * them, so that a device which never heard of them loads again. The caller holds the user's lock.
     */
    trimTombstones: async (userId: Id, workspaceId: Id, before: number): Promise<number> => {
      let newest = 0
      let removed = 0
      for (const table of ['card', 'tag', 'tag_group'] as const) {
        const rows = await db
          .selectFrom(table)
          .select(['id', 'rev'])
          .where('user_id', '=', userId)
          .where('workspace_id', '=', workspaceId)
          .where('deleted_at', '<', before)
          .execute()
        for (const batch of inBatches(rows))
          await db
            .deleteFrom(table)
            .where('user_id', '=', userId)
            .where(
              'id',
              'in',
              batch.map((row) => row.id),
            )
            .execute()
        for (const row of rows) newest = Math.max(newest, row.rev)
        removed += rows.length
      }
      if (removed > 0)
        await db
          .updateTable('workspace')
          .set({ min_seq: newest })
          .where('user_id', '=', userId)
          .where('id', '=', workspaceId)
          .where('min_seq', '<', newest)
          .execute()
      return removed
    },
    /** Workspaces that have tombstones older than `before`. */
    workspacesToTrim: async (before: number): Promise<{ userId: Id; workspaceId: Id }[]> => {
      const found = new Map<string, { userId: Id; workspaceId: Id }>()
      for (const table of ['card', 'tag', 'tag_group'] as const) {
        const rows = await db
          .selectFrom(table)
          .select(['user_id', 'workspace_id'])
          .distinct()
          .where('deleted_at', '<', before)
          .execute()
        for (const row of rows)
          found.set(`${row.user_id} ${row.workspace_id}`, {
            userId: row.user_id,
            workspaceId: row.workspace_id,
          })
      }
      return [...found.values()]
    },
  }
}
