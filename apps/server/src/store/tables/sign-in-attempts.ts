import { sql } from 'kysely'
import type { Db } from './db.ts'

export function signInAttemptsTable(db: Db) {
  return {
    /**
     * Counts one more attempt.
     *
     * @param before if counting began then or earlier, it starts again
     * @returns the number of attempts now
     */
    add: async (hash: string, now: number, before: number): Promise<number> => {
      const isOver = sql<boolean>`sign_in_attempt.since <= ${before}`
      const { tries } = await db
        .insertInto('sign_in_attempt')
        .values({ hash, tries: 1, since: now })
        .onConflict((conflict) =>
          conflict.column('hash').doUpdateSet({
            tries: sql<number>`case when ${isOver} then 1 else sign_in_attempt.tries + 1 end`,
            since: sql<number>`case when ${isOver} then ${now} else sign_in_attempt.since end`,
          }),
        )
        .returning('tries')
        .executeTakeFirstOrThrow()
      return tries
    },
    /** Undoes the counting of one attempt. */
    takeBack: async (hash: string): Promise<void> => {
      await db
        .updateTable('sign_in_attempt')
        .set({ tries: sql<number>`tries - 1` })
        .where('hash', '=', hash)
        .where('tries', '>', 0)
        .execute()
    },
    remove: async (hash: string): Promise<void> => {
      await db.deleteFrom('sign_in_attempt').where('hash', '=', hash).execute()
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('sign_in_attempt').where('since', '<=', time).execute()
    },
  }
}
