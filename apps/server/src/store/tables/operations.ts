import type { Id } from '@cardinal/domain'
import { sql } from 'kysely'
import type { OperationTable } from '../schema.ts'
import { type Db, prepared } from './db.ts'

/** A change under its idempotency key, with its answer. */
export interface StoredOperation {
  readonly key: string
  readonly bodyHash: string
  readonly status: number
  /** Body of the answer, as sent. */
  readonly answer: string
  readonly seq: number | null
  readonly createdAt: number
}

/** Size of a long answer in bytes, and how many of the latest answers stay whole. */
const LONG_ANSWER = 4_096
const ANSWERS_WHOLE = 100
/** Answers shortened by one statement. */
const SHORTENED_AT_ONCE = 50
const SHORTENED_EACH = 2
/** Old records that one call removes or shortens. */
const REMOVED_AT_ONCE = 200

/** An answer without its texts. */
const SHORT_ANSWER = sql<string>`'{"data":null,"seq":' || coalesce(cast(seq as text), 'null') || '}'`

/** Changes by idempotency key; keys are unique within a user. */
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
    /** A long answer shortens older ones, so that they never have to be shortened all at once. */
    insert: async (userId: Id, operation: StoredOperation): Promise<void> => {
      const inserted = insert(db, {
        user_id: userId,
        key: operation.key,
        body_hash: operation.bodyHash,
        status: operation.status,
        answer: operation.answer,
        seq: operation.seq,
        created_at: operation.createdAt,
      })
      const isLong = Buffer.byteLength(operation.answer) > LONG_ANSWER
      await Promise.all([inserted, ...(isLong ? [shortenOldest(db, { userId }, SHORTENED_EACH)] : [])])
    },
    /**
     * Reduces long answers to their sequence numbers. A repeated request still changes nothing, and its answer says so. The
     * latest of them stay whole, because they are the most likely to be requested again.
     */
    shortenAnswers: async (userId: Id): Promise<void> => {
      for (;;) {
        const { numAffectedRows = 0n } = await shortenOldest(db, { userId }, SHORTENED_AT_ONCE)
        if (numAffectedRows < SHORTENED_AT_ONCE) return
      }
    },
    /**
     * Removes the records before `time`, and the texts in the answers before `textTime`, which is later. Each call does this
     * for some hundred records from `since` on.
     *
     * @returns where the next call goes on; null: all is done
     */
    removeSome: async (since: number, time: number, textTime: number): Promise<number | null> => {
      const ages = await db
        .selectFrom('operation')
        .select('created_at')
        .where('created_at', '>=', since)
        .where('created_at', '<', textTime)
        .orderBy('created_at')
        .limit(REMOVED_AT_ONCE)
        .execute()
      const isRest = ages.length < REMOVED_AT_ONCE
      // Records of one time stay together.
      const end = isRest ? textTime : Math.max(since, Number(ages.at(-1)?.created_at)) + 1
      await db
        .deleteFrom('operation')
        .where('created_at', '>=', since)
        .where('created_at', '<', Math.min(end, time))
        .execute()
      await db
        .updateTable('operation')
        .set({ answer: SHORT_ANSWER })
        .where('created_at', '>=', since)
        .where('created_at', '<', end)
        .where('answer', '<>', SHORT_ANSWER)
        .execute()
      return isRest ? null : end
    },
  }
}

const byKey = prepared((db, { userId, key }: { userId: Id; key: string }) =>
  db.selectFrom('operation').selectAll().where('user_id', '=', userId).where('key', '=', key),
)

const insert = prepared((db, row: OperationTable) => db.insertInto('operation').values(row))

/** The index of migration 0078 has these answers; the number must be part of the text for it to be used. */
const IS_LONG = sql<boolean>`octet_length(answer) > ${sql.lit(LONG_ANSWER)}`

const shortenOldest = prepared((db, { userId }: { userId: Id }, limit) =>
  db
    .updateTable('operation')
    .set({ answer: SHORT_ANSWER })
    .where('user_id', '=', userId)
    .where('key', 'in', (query) =>
      query
        .selectFrom('operation as long')
        .select('key')
        .where('user_id', '=', userId)
        .where(IS_LONG)
        .orderBy('created_at', 'desc')
        .offset(sql.lit(ANSWERS_WHOLE))
        .limit(limit),
    ),
)
