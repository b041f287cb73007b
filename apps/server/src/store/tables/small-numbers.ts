import type { Id } from '@cardinal/domain'
import { type Db, inBatches, readInBatches } from './db.ts'

/** Numbers in place of ids of cards and tags. Counted from 1 for each user, and never reused. */
export function smallNumbersTable(db: Db) {
  const of = async (userId: Id, ids: readonly Id[]): Promise<Map<Id, number>> => {
    const rows = await readInBatches(ids, (batch) =>
      db
        .selectFrom('small_number')
        .select(['id', 'number'])
        .where('user_id', '=', userId)
        .where('id', 'in', batch)
        .execute(),
    )
    return new Map(rows.map(({ id, number }) => [id, number]))
  }
  return {
    of,
    idOf: async (userId: Id, number: number): Promise<Id | undefined> => {
      const row = await db
        .selectFrom('small_number')
        .select('id')
        .where('user_id', '=', userId)
        .where('number', '=', number)
        .executeTakeFirst()
      return row?.id
    },
    /** Gives numbers to ids that have none. The caller holds the user's lock. */
    add: async (userId: Id, ids: readonly Id[]): Promise<void> => {
      const known = await of(userId, ids)
      const last = await db
        .selectFrom('small_number')
        .select((e) => e.fn.max('number').as('number'))
        .where('user_id', '=', userId)
        .executeTakeFirst()
      let number = Number(last?.number ?? 0)
      const rows = ids.flatMap((id) => (known.has(id) ? [] : [{ user_id: userId, id, number: ++number }]))
      for (const batch of inBatches(rows)) await db.insertInto('small_number').values(batch).execute()
    },
  }
}
