import type { Id } from '@cardinal/domain'
import { sql } from 'kysely'
import type { OperationTable } from '../schema.ts'
import { type Db, prepared } from './db.ts'

/** A change that was made, under its idempotency key, with its answer. */
export interface StoredOperation {
  readonly key: string
  readonly bodyHash: string
  readonly status: number
  /** The answer's body, as sent. */
  readonly answer: string
  readonly seq: number | null
  readonly createdAt: number
}

/** Bytes from which an answer counts as long. Of the long answers, this many of the newest are not shortened. */
const LONG_ANSWER = 4_096
const ANSWERS_WHOLE = 100
/** Most answers shortened by one statement: for a full account, and with each new long answer. */
const SHORTENED_AT_ONCE = 50
const SHORTENED_EACH = 2
/** How many old records one call removes or shortens; more if several have the same time. */
const REMOVED_AT_ONCE = 200

/** An answer reduced to its sequence number. */
const SHORT_ANSWER = sql<string>`'{"data":null,"seq":' || coalesce(cast(seq as text), 'null') || '}'`

/** Changes by idempotency key. A key is unique within a user. */
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
    /** A new long answer shortens older ones, so that they need not all be shortened at once. */
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
     * Reduces long answers to their sequence numbers. A repeated request still changes nothing, and its answer
     * shows that. The newest long answers stay whole, because they are the most likely to be requested again.
     */
    shortenAnswers: async (userId: Id): Promise<void> => {
      for (;;) {
        const { numAffectedRows = 0n } = await shortenOldest(db, { userId }, SHORTENED_AT_ONCE)
        if (numAffectedRows < SHORTENED_AT_ONCE) return
      }
    },
    /**
     * Removes the records older than `time`, and the texts in answers older than `textTime`, which is later. Each
     * call handles some hundred records, from `since` on.
     *
     * @returns `since` for the next call; null: all are done
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
      // Records of the same time are handled together.
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

/** Must have the text of the index of migration 0078, including the number, for the index to be used. */
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
