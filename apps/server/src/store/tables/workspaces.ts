import { type Id, RowsDigest, type Workspace } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { WorkspaceTable } from '../schema.ts'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

/** So long after a restore a change waits for the device that made what the database lost. ms */
export const AWAITED_FOR = 30 * 86_400_000

/** A workspace with its place in time. */
export interface StoredWorkspace extends Workspace {
  /** Sequence number of the last change inside. */
  readonly seq: number
  readonly epoch: string
  /** A cursor below it has to load again. */
  readonly minSeq: number
  /** Sequence number at which the workspace's own row last changed. */
  readonly rev: number
  /** The text of a `RowsDigest` of the living rows at `seq`; null: not known. */
  readonly rowsDigest: string | null
  /** When the database last went back to an earlier state; null: never. ms since 1970 */
  readonly restoredAt: number | null
}

/** A workspace as it is made: empty. */
export type NewWorkspace = Omit<StoredWorkspace, 'rowsDigest' | 'restoredAt'>

/** Workspaces of users. */
export function workspacesTable(db: Db) {
  return {
    byId: async (userId: Id, id: Id): Promise<StoredWorkspace | undefined> => {
      const [row] = (await byId(db, { userId, id })).rows
      return row && toWorkspace(row)
    },
    /** Oldest first: the first one is where a user without a choice works. */
    ofUser: async (userId: Id): Promise<StoredWorkspace[]> => {
      const { rows } = await ofUser(db, { userId })
      return rows.map(toWorkspace)
    },
    /** The one that the user has chosen, or else the oldest. */
    currentOf: async (userId: Id): Promise<StoredWorkspace | undefined> => {
      const [row] = (await currentOf(db, { userId })).rows
      return row && toWorkspace(row)
    },
    /** It has the user's last restore in common with the others: what it held before may be lost as well. */
    insert: async (userId: Id, workspace: NewWorkspace): Promise<void> => {
      await db
        .insertInto('workspace')
        .values(({ selectFrom }) => ({
          user_id: userId,
          id: workspace.id,
          name: workspace.name,
          created_at: workspace.createdAt,
          updated_at: workspace.updatedAt,
          seq: workspace.seq,
          epoch: workspace.epoch,
          min_seq: workspace.minSeq,
          rev: workspace.rev,
          rows_digest: RowsDigest.ofNothing().toString(),
          rows_digest_seq: workspace.seq,
          restored_at: selectFrom('workspace as others')
            .select(({ fn }) => fn.max('others.restored_at').as('restored_at'))
            .where('others.user_id', '=', userId),
        }))
        .execute()
    },
    rename: async (userId: Id, workspace: Workspace, rev: number): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ name: workspace.name, updated_at: workspace.updatedAt, rev })
        .where('user_id', '=', userId)
        .where('id', '=', workspace.id)
        .execute()
    },
    /** Removes the workspace with everything in it. Its tombstone stays as long as changes are awaited after a restore. */
    remove: async (userId: Id, id: Id, now: number): Promise<void> => {
      await db.deleteFrom('workspace').where('user_id', '=', userId).where('id', '=', id).execute()
      await db
        .deleteFrom('deleted_workspace')
        .where('user_id', '=', userId)
        .where((where) => where.or([where('id', '=', id), where('deleted_at', '<', now - AWAITED_FOR)]))
        .execute()
      await db.insertInto('deleted_workspace').values({ user_id: userId, id, deleted_at: now }).execute()
    },
    /** Whether a workspace that is not there may come back from its author: a restore lost it, and nobody deleted it. */
    isAwaited: async (userId: Id, id: Id, now: number): Promise<boolean> => {
      const restored = await db
        .selectFrom('workspace')
        .select('id')
        .where('user_id', '=', userId)
        .where('restored_at', '>=', now - AWAITED_FOR)
        .executeTakeFirst()
      if (restored === undefined) return false
      const deleted = await db
        .selectFrom('deleted_workspace')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return deleted === undefined
    },
    /** Takes the next sequence number for a change of no row inside; the caller holds the user's lock. */
    nextSeq: async (userId: Id, id: Id): Promise<number> => {
      const row = await db
        .updateTable('workspace')
        .set((column) => ({
          seq: column('seq', '+', 1),
          rows_digest_seq: column('rows_digest_seq', '+', 1),
        }))
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returning('seq')
        .executeTakeFirstOrThrow()
      return row.seq
    },
    /**
     * Takes the sequence number after this one, which the caller has read under the user's lock. The statement fails
     * where it was not the last one, which it is under the lock.
     *
     * @param rowsDigest of the rows after the change; null: not known
     */
    takeSeqAfter: async (userId: Id, id: Id, seq: number, rowsDigest: string | null): Promise<void> => {
      await takeSeq(db, { seq, next: seq + 1, rowsDigest, userId, id })
    },
    /** Workspaces whose digest is not known, with their sequence numbers. */
    withoutDigest: async (): Promise<{ userId: Id; workspaceId: Id; seq: number }[]> => {
      const rows = await db
        .selectFrom('workspace')
        .select(['user_id', 'id', 'seq'])
        .where((where) =>
          where.or([
            where('rows_digest', 'is', null),
            where('rows_digest_seq', 'is', null),
            where('rows_digest_seq', '<>', where.ref('seq')),
          ]),
        )
        .execute()
      return rows.map((row) => ({ userId: row.user_id, workspaceId: row.id, seq: row.seq }))
    },
    /** Sets the digest of the rows that were counted at `seq`, unless they have changed since. */
    setDigest: async (
      { userId, workspaceId, seq }: { userId: Id; workspaceId: Id; seq: number },
      rowsDigest: string,
    ): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ rows_digest: rowsDigest, rows_digest_seq: seq })
        .where('user_id', '=', userId)
        .where('id', '=', workspaceId)
        .where('seq', '=', seq)
        .execute()
    },
    /** Begins another history; `restoredAt` in ms since 1970. */
    setEpoch: async (userId: Id, id: Id, epoch: string, restoredAt: number): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ epoch, restored_at: restoredAt })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    /** When the database last went back to an earlier state of this user; null: never. ms since 1970 */
    restoredAt: async (userId: Id): Promise<number | null> => {
      const [row] = (await restoredAt(db, { userId })).rows
      return row?.restored_at ?? null
    },
    /** For all workspaces of a user. ms since 1970 */
    setRestoredAt: async (userId: Id, restoredAt: number): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ restored_at: restoredAt })
        .where('user_id', '=', userId)
        .execute()
    },
    /** Every workspace of everybody, for housekeeping. */
    all: async (): Promise<{ userId: Id; workspaceId: Id }[]> => {
      const rows = await db.selectFrom('workspace').select(['user_id', 'id']).execute()
      return rows.map((row) => ({ userId: row.user_id, workspaceId: row.id }))
    },
  }
}

const byId = prepared((db, { userId, id }: { userId: Id; id: Id }) =>
  db.selectFrom('workspace').selectAll().where('user_id', '=', userId).where('id', '=', id),
)

const ofUser = prepared((db, { userId }: { userId: Id }) =>
  db.selectFrom('workspace').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id'),
)

const currentOf = prepared((db, { userId }: { userId: Id }) =>
  db
    .selectFrom('workspace')
    .innerJoin('user', 'user.id', 'workspace.user_id')
    .selectAll('workspace')
    .where('workspace.user_id', '=', userId)
    .orderBy(sql`case when workspace.id = current_workspace_id then 0 else 1 end`)
    .orderBy('workspace.created_at')
    .orderBy('workspace.id')
    .limit(sql.lit(1)),
)

const restoredAt = prepared((db, { userId }: { userId: Id }) =>
  db
    .selectFrom('workspace')
    .select(({ fn }) => fn.max('restored_at').as('restored_at'))
    .where('user_id', '=', userId),
)

interface TakenSeq {
  readonly seq: number
  readonly next: number
  readonly rowsDigest: string | null
  readonly userId: Id
  readonly id: Id
}

const takeSeq = prepared((db, { seq, next, rowsDigest, userId, id }: TakenSeq) =>
  db
    .updateTable('workspace')
    .set({
      // After any other number it would be null, which the column refuses: nobody need look at the answer.
      seq: sql`case when seq = ${seq} then seq + 1 end`,
      rows_digest: rowsDigest,
      rows_digest_seq: next,
    })
    .where('user_id', '=', userId)
    .where('id', '=', id),
)

function toWorkspace(row: Selectable<WorkspaceTable>): StoredWorkspace {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    seq: row.seq,
    epoch: row.epoch,
    minSeq: row.min_seq,
    rev: row.rev,
    rowsDigest: row.rows_digest_seq === row.seq ? row.rows_digest : null,
    restoredAt: row.restored_at,
  }
}
