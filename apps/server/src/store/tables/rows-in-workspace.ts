import type { Id } from '@cardinal/domain'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../schema.ts'
import { type Db, readInBatches } from './db.ts'
import { prepared } from './prepared.ts'

/** Selects the wanted columns of all rows of a table. */
type Rows<Row> =
  | SelectQueryBuilder<Database, 'card', Row>
  | SelectQueryBuilder<Database, 'tag', Row>
  | SelectQueryBuilder<Database, 'tag_group', Row>

/** Start of a page: after this row, in the order of revisions, then ids. */
export interface FeedPlace {
  readonly rev: number
  readonly id: Id
}

/** Queries shared by cards, tags and groups; they include deleted rows. */
export function rowsInWorkspace<Row>(select: (db: Db) => Rows<Row>) {
  // The selected columns exist in all three tables; the type of one of them is enough.
  const from = select as (db: Db) => SelectQueryBuilder<Database, 'card', Row>

  const byIds = prepared((db, { userId, ids }: { userId: Id; ids: readonly Id[] }) =>
    from(db).where('user_id', '=', userId).where('id', 'in', ids).orderBy('id'),
  )
  const changedAfter = prepared(
    (db, { userId, workspaceId, rev, id }: FeedPlace & { userId: Id; workspaceId: Id }, limit) =>
      from(db)
        .where('user_id', '=', userId)
        .where('workspace_id', '=', workspaceId)
        // Redundant, but gives the index a range to start at.
        .where('rev', '>=', rev)
        .where((where) => where.or([where('rev', '>', rev), where('id', '>', id)]))
        .orderBy('rev')
        .orderBy('id')
        .limit(limit),
  )
  return {
    byIds: async (db: Db, userId: Id, ids: readonly Id[]): Promise<Row[]> =>
      readInBatches(ids, async (batch) => (await byIds(db, { userId, ids: batch })).rows),
    /** A page of the rows changed after a position, in order of change. */
    changedAfter: async (
      db: Db,
      userId: Id,
      workspaceId: Id,
      { rev, id }: FeedPlace,
      limit: number,
    ): Promise<Row[]> => {
      const { rows } = await changedAfter(db, { userId, workspaceId, rev, id }, limit)
      return rows
    },
  }
}
