import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { SharedSearchTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type SharedSearch = Selectable<SharedSearchTable>

/** Searches shared at secret addresses. */
export function sharedSearchesTable(db: Db) {
  return {
    insert: async (row: SharedSearch): Promise<void> => {
      await db.insertInto('shared_search').values(row).execute()
    },
    /** Newest first. */
    ofUser: (userId: Id): Promise<SharedSearch[]> =>
      db
        .selectFrom('shared_search')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    /** Undefined also while its owner is disabled or under review. */
    bySecret: (secret: string): Promise<SharedSearch | undefined> =>
      db
        .selectFrom('shared_search')
        .innerJoin('user', 'user.id', 'shared_search.user_id')
        .selectAll('shared_search')
        .where('secret', '=', secret)
        .where('user.disabled_at', 'is', null)
        .where('user.access_review', 'is', null)
        .executeTakeFirst(),
    /** @returns the title of the removed one; undefined: there is none */
    remove: async (userId: Id, id: Id): Promise<string | undefined> =>
      (
        await db
          .deleteFrom('shared_search')
          .where('user_id', '=', userId)
          .where('id', '=', id)
          .returning('title')
          .executeTakeFirst()
      )?.title,
  }
}
