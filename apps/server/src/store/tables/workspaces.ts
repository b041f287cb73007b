import { type Id, RowsDigest, type Rule, type Workspace } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { WorkspaceTable } from '../schema.ts'
import { type Db, prepared } from './db.ts'

/** ms after a restore for which a change of a missing row waits until a device sends the row again. */
export const AWAITED_FOR_MS = 30 * 86_400_000

export interface StoredWorkspace extends Workspace {
  /** Sequence number of the last change. */
  readonly seq: number
  readonly epoch: string
  /** A device with a lower cursor loads again. */
  readonly minSeq: number
  /** Sequence number of the last change of the workspace's own row. */
  readonly rev: number
  /** `RowsDigest` of the living rows at `seq`; null: unknown. */
  readonly rowsDigest: string | null
  /** When the database was last restored, in ms since 1970; null: never. */
  readonly restoredAt: number | null
}

/** An empty workspace. */
type NewWorkspace = Omit<StoredWorkspace, 'rowsDigest' | 'restoredAt'>

export function workspacesTable(db: Db) {
  return {
    byId: async (userId: Id, id: Id): Promise<StoredWorkspace | undefined> => {
      const [row] = (await byId(db, { userId, id })).rows
      return row && toWorkspace(row)
    },
    /** Oldest first. Without a choice the first is the current one. */
    ofUser: async (userId: Id): Promise<StoredWorkspace[]> => {
      const { rows } = await ofUser(db, { userId })
      return rows.map(toWorkspace)
    },
    /** The workspace that the user chose, else the oldest. */
    currentOf: async (userId: Id): Promise<StoredWorkspace | undefined> => {
      const [row] = (await currentOf(db, { userId })).rows
      return row && toWorkspace(row)
    },
    /**
     * Adds a workspace, with the time of the last restore from the user's other workspaces: rows of the new one may
     * be missing as well.
     */
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
    /** @param rev sequence number of this change */
    setRules: async (userId: Id, id: Id, rules: readonly Rule[], rev: number): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ rules: rules.length === 0 ? null : JSON.stringify(rules), rev })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    /**
     * Removes the workspace with its rows. Its tombstone stays as long as devices may send rows again after a
     * restore.
     */
    remove: async (userId: Id, id: Id, now: number): Promise<void> => {
      await db.deleteFrom('workspace').where('user_id', '=', userId).where('id', '=', id).execute()
      await db
        .deleteFrom('deleted_workspace')
        .where('user_id', '=', userId)
        .where((where) => where.or([where('id', '=', id), where('deleted_at', '<', now - AWAITED_FOR_MS)]))
        .execute()
      await db.insertInto('deleted_workspace').values({ user_id: userId, id, deleted_at: now }).execute()
    },
    /**
     * Whether a missing workspace may come back: a restore lost it, it was not deleted, and its author's device may
     * send it again.
     */
    isAwaited: async (userId: Id, id: Id, now: number): Promise<boolean> => {
      const restored = await db
        .selectFrom('workspace')
        .select('id')
        .where('user_id', '=', userId)
        .where('restored_at', '>=', now - AWAITED_FOR_MS)
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
    /** For a change that changes no row in the workspace. The caller holds the user's lock. */
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
     * Takes the number after `seq`, which the caller has read under the user's lock. Fails if `seq` is not the last
     * one.
     *
     * @param rowsDigest of the rows after the change; null: unknown
     */
    takeSeqAfter: async (userId: Id, id: Id, seq: number, rowsDigest: string | null): Promise<void> => {
      await takeSeq(db, { seq, next: seq + 1, rowsDigest, userId, id })
    },
    /** Workspaces without a valid digest, with their sequence numbers. */
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
    /** Does nothing if the rows have changed since `seq`. */
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
    /**
     * Starts a new epoch.
     *
     * @param restoredAt ms since 1970
     */
    setEpoch: async (userId: Id, id: Id, epoch: string, restoredAt: number): Promise<void> => {
      await db
        .updateTable('workspace')
        .set({ epoch, restored_at: restoredAt })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    /** When the database was last restored, in ms since 1970; null: never. */
    restoredAt: async (userId: Id): Promise<number | null> => {
      const [row] = (await restoredAt(db, { userId })).rows
      return row?.restored_at ?? null
    },
    /** Workspaces of all users, for housekeeping. */
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
      // With any other number the value is null, which the column refuses, so the answer need not be read.
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
    ...(row.rules && { rules: rulesIn(row.rules) }),
  }
}

/** Parsed rules by their JSON, of the workspaces that changed last: each change of a card needs them. */
const parsedRules = new Map<string, readonly Rule[]>()
const MOST_PARSED = 100

function rulesIn(json: string): readonly Rule[] {
  const known = parsedRules.get(json)
  if (known !== undefined) return known
  const rules = JSON.parse(json) as readonly Rule[]
  if (parsedRules.size >= MOST_PARSED) parsedRules.clear()
  parsedRules.set(json, rules)
  return rules
}
