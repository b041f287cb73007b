import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { PersonalTokenTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type StoredPersonalToken = Selectable<PersonalTokenTable>

/** Named tokens of API clients, stored as hashes. */
export function personalTokensTable(db: Db) {
  return {
    insert: async (token: StoredPersonalToken): Promise<void> => {
      await db.insertInto('personal_token').values(token).execute()
    },
    /** Newest first. */
    ofUser: async (userId: Id): Promise<StoredPersonalToken[]> =>
      db
        .selectFrom('personal_token')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute(),
    /** Also undefined while its user is disabled, or must review the account. */
    byHash: async (hash: string): Promise<StoredPersonalToken | undefined> =>
      db
        .selectFrom('personal_token')
        .innerJoin('user', 'user.id', 'personal_token.user_id')
        .selectAll('personal_token')
        .where('hash', '=', hash)
        .where('user.disabled_at', 'is', null)
        .where('user.access_review', 'is', null)
        .executeTakeFirst(),
    noteUse: async (id: Id, now: number): Promise<void> => {
      await db.updateTable('personal_token').set({ last_used_at: now }).where('id', '=', id).execute()
    },
    removeExpired: async (before: number): Promise<void> => {
      await db.deleteFrom('personal_token').where('expires_at', '<=', before).execute()
    },
    /** @returns how many there were */
    removeAll: async (userId: Id): Promise<number> => {
      const result = await db.deleteFrom('personal_token').where('user_id', '=', userId).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
    /** False: the user has no such token. */
    remove: async (userId: Id, id: Id): Promise<boolean> => {
      const result = await db
        .deleteFrom('personal_token')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
  }
}
