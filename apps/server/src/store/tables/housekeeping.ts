import type { DigestedFields, Id } from '@cardinal/domain'
import { sql } from 'kysely'
import { type Db, inBatches } from './db.ts'

/** Tables with parts of cards. */
const PARTS = ['subnote', 'card_tag', 'revision', 'subnote_revision', 'page_copy', 'page_reading'] as const

export function housekeepingTable(db: Db) {
  return {
    /**
     * Removes tombstones older than `before` for good, except those of merged tags and groups. Raises the
     * workspace's `min_seq` to the newest removed one, so that a device that has not pulled it loads again. The
     * caller holds the user's lock.
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
          .$if(table !== 'card', (query) => query.where('merged_into', 'is', null))
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
    /** By user, the cards deleted at `before` or earlier that still have content or parts. */
    cardsToEmpty: async (before: number): Promise<Map<Id, Id[]>> => {
      const rows = await db
        .selectFrom('card')
        .select(['user_id', 'id'])
        .where('deleted_at', '<=', before)
        .where((where) =>
          where.or([
            where('content', '<>', ''),
            ...PARTS.map((table) =>
              where.exists(
                where
                  .selectFrom(table)
                  .select(`${table}.card_id`)
                  .whereRef(`${table}.user_id`, '=', 'card.user_id')
                  .whereRef(`${table}.card_id`, '=', 'card.id'),
              ),
            ),
          ]),
        )
        .execute()
      const idsByUserId = new Map<Id, Id[]>()
      for (const { user_id, id } of rows) {
        const ids = idsByUserId.get(user_id)
        if (ids === undefined) idsByUserId.set(user_id, [id])
        else ids.push(id)
      }
      return idsByUserId
    },
    /**
     * Sets an earlier time of deletion, so that the cards can't be restored any more. The caller holds the user's
     * lock, and empties the cards after the commit.
     *
     * @param before ms since 1970, the new time of deletion
     * @returns the ids of the cards that could still be restored
     */
    endRestoring: async (userId: Id, ids: readonly Id[], before: number): Promise<Id[]> => {
      const ended: Id[] = []
      for (const batch of inBatches(ids)) {
        const rows = await db
          .updateTable('card')
          .set({ deleted_at: before })
          .where('user_id', '=', userId)
          .where('id', 'in', batch)
          .where('deleted_at', '>', before)
          .returning('id')
          .execute()
        ended.push(...rows.map((row) => row.id))
      }
      return ended
    },
    /**
     * Removes the texts, subnotes, tags and revisions of deleted cards. Their tombstones stay for devices that have
     * not pulled the deletion. The caller holds the user's lock, and passes a few cards only, because each may have
     * 2 MB of earlier texts and a copy of its page.
     *
     * @param before ms since 1970; cards deleted later can still be restored, and stay
     */
    emptyCards: async (userId: Id, ids: readonly Id[], before: number): Promise<void> => {
      const emptied = await db
        .updateTable('card')
        .set({
          content: '',
          address: null,
          color: null,
          parent_ids: '[]',
          sibling_ids: '[]',
          child_ids: '[]',
          page: null,
          files: null,
        })
        .where('user_id', '=', userId)
        .where('id', 'in', ids)
        .where('deleted_at', '<=', before)
        .returning('id')
        .execute()
      const cardIds = emptied.map((row) => row.id)
      if (cardIds.length === 0) return
      for (const table of PARTS)
        await db.deleteFrom(table).where('user_id', '=', userId).where('card_id', 'in', cardIds).execute()
    },
    /** A page of the fields that a digest covers, of living rows of one kind, by id, after the given one. */
    digestedRows: async (
      { userId, workspaceId }: { userId: Id; workspaceId: Id },
      kind: DigestedFields['kind'],
      after: Id,
      limit: number,
    ): Promise<DigestedFields[]> => {
      const query = db
        .selectFrom(kind === 'group' ? 'tag_group' : kind)
        .select(['id', 'updated_at'])
        .$if(kind === 'tag', (tags) => tags.select(sql<number>`click_count`.as('clicks')))
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
      const rows = await query.execute()
      return rows.map(({ id, updated_at, clicks }) => ({
        kind,
        id,
        updatedAt: updated_at,
        clicks: clicks ?? 0,
      }))
    },
    /** Workspaces with tombstones older than `before`. */
    workspacesToTrim: async (before: number): Promise<{ userId: Id; workspaceId: Id }[]> => {
      const found = new Map<string, { userId: Id; workspaceId: Id }>()
      for (const table of ['card', 'tag', 'tag_group'] as const) {
        const rows = await db
          .selectFrom(table)
          .select(['user_id', 'workspace_id'])
          .distinct()
          .where('deleted_at', '<', before)
          .$if(table !== 'card', (query) => query.where('merged_into', 'is', null))
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
