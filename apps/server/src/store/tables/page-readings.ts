import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { PageReadingTable } from '../schema.ts'
import { type Db, writeInBatches } from './db.ts'

export type PageReading = Selectable<PageReadingTable>

/** The queue of kept pages to read. */
export function pageReadingsTable(db: Db) {
  return {
    add: (userId: Id, cardIds: readonly Id[], now: number): Promise<void> =>
      writeInBatches(cardIds, (batch) =>
        db
          .insertInto('page_reading')
          .values(batch.map((card_id) => ({ user_id: userId, card_id, due_at: now, attempts: 0 })))
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'card_id']).doUpdateSet({ due_at: now, attempts: 0 }),
          )
          .execute(),
      ),
    /** People with due pages. */
    peopleWithDue: async (now: number): Promise<Id[]> => {
      const rows = await db
        .selectFrom('page_reading')
        .select('user_id')
        .distinct()
        .where('due_at', '<=', now)
        .execute()
      return rows.map(({ user_id }) => user_id)
    },
    firstOf: (userId: Id, now: number): Promise<PageReading | undefined> =>
      db
        .selectFrom('page_reading')
        .selectAll()
        .where('user_id', '=', userId)
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .executeTakeFirst(),
    /** Sets when the page is due, unless it was queued again or another node took it. Returns whether it was set. */
    postpone: async (reading: PageReading, dueAt: number | null): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('page_reading')
        .set({ due_at: dueAt, attempts: reading.attempts + 1 })
        .where('user_id', '=', reading.user_id)
        .where('card_id', '=', reading.card_id)
        .where('attempts', '=', reading.attempts)
        .where('due_at', '=', reading.due_at)
        .executeTakeFirst()
      return Number(numUpdatedRows) > 0
    },
    /** Living cards with kept pages that were never queued, in order, after the given one. */
    missing: (
      after: { readonly userId: Id; readonly cardId: Id },
      limit: number,
    ): Promise<{ userId: Id; cardId: Id }[]> =>
      db
        .selectFrom('card')
        .leftJoin('page_reading', (join) =>
          join
            .onRef('page_reading.user_id', '=', 'card.user_id')
            .onRef('page_reading.card_id', '=', 'card.id'),
        )
        .select(['card.user_id as userId', 'card.id as cardId'])
        .where('card.files', 'like', '%"keptAt":%')
        .where('card.deleted_at', 'is', null)
        .where('page_reading.card_id', 'is', null)
        .where(sql<boolean>`(card.user_id, card.id) > (${after.userId}, ${after.cardId})`)
        .orderBy('card.user_id')
        .orderBy('card.id')
        .limit(limit)
        .execute(),
  }
}
