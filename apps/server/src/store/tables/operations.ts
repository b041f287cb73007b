import type { Id } from '@cardinal/domain'
import type { OperationTable } from '../schema.ts'
import type { Db } from './db.ts'
import { prepared } from './prepared.ts'

/** A change carried out under a key, with the answer it got. */
export interface StoredOperation {
  readonly key: string
  readonly bodyHash: string
  readonly status: number
  /** The answer's body, as it was sent. */
  readonly answer: string
  readonly seq: number | null
  readonly createdAt: number
}

/** Records of changes by idempotency key, one space of keys a user. */
export function operationsTable(db: Db) {
  return {
    byKey: async (userId: Id, key: string): Promise<StoredOperation | undefined> => {
      const [row] = (await byKey(db, { userId, key })).rows
      if (row === undefined) return undefined
      return {
        key: row.key,
        bodyHash: row.body_hash,
        status: row.status,
        answer: row.answer,
        seq: row.seq,
        createdAt: row.created_at,
      }
    },
    insert: async (userId: Id, operation: StoredOperation): Promise<void> => {
      await insert(db, {
        user_id: userId,
        key: operation.key,
        body_hash: operation.bodyHash,
        status: operation.status,
        answer: operation.answer,
        seq: operation.seq,
        created_at: operation.createdAt,
      })
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('operation').where('created_at', '<', time).execute()
    },
  }
}

const byKey = prepared((db, { userId, key }: { userId: Id; key: string }) =>
  db.selectFrom('operation').selectAll().where('user_id', '=', userId).where('key', '=', key),
)

const insert = prepared((db, row: OperationTable) => db.insertInto('operation').values(row))
