import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { RefreshTokenTable, SessionTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

/** A signed-in device with its family of refresh tokens. Removed when it is revoked. */
export type Session = Selectable<SessionTable>
export type RefreshToken = Selectable<RefreshTokenTable>

/** Refresh tokens are stored as hashes. */
export function sessionsTable(db: Db) {
  return {
    insert: async (session: Session): Promise<void> => {
      await db.insertInto('session').values(session).execute()
    },
    /** Also undefined while its user is disabled. */
    byId: async (id: string): Promise<Session | undefined> =>
      db
        .selectFrom('session')
        .innerJoin('user', 'user.id', 'session.user_id')
        .selectAll('session')
        .where('session.id', '=', id)
        .where('user.disabled_at', 'is', null)
        .executeTakeFirst(),
    /** Last used first. */
    ofUser: async (userId: Id, now: number): Promise<Session[]> =>
      db
        .selectFrom('session')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_used_at', 'desc')
        .orderBy('id')
        .execute(),
    /** Until when the session counts as a fresh sign-in. */
    setFresh: async (userId: Id, id: string, until: number): Promise<void> => {
      await db
        .updateTable('session')
        .set({ fresh_until: until })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    noteUse: async (id: string, now: number): Promise<void> => {
      await db.updateTable('session').set({ last_used_at: now }).where('id', '=', id).execute()
    },
    /** Removes one session, or all (`id` null), except `kept`. Returns how many there were. */
    remove: async (userId: Id, id: string | null, kept?: string): Promise<number> => {
      const every = db.deleteFrom('session').where('user_id', '=', userId)
      const all = kept === undefined ? every : every.where('id', '!=', kept)
      const result = await (id === null ? all : all.where('id', '=', id)).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
    /** @returns how many there were */
    removeAll: async (): Promise<number> => {
      const result = await db.deleteFrom('session').executeTakeFirst()
      return Number(result.numDeletedRows)
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('session').where('expires_at', '<=', now).execute()
      await db.deleteFrom('refresh_token').where('expires_at', '<=', now).execute()
    },

    insertToken: async (token: RefreshToken): Promise<void> => {
      await db.insertInto('refresh_token').values(token).execute()
    },
    tokenByHash: async (hash: string): Promise<RefreshToken | undefined> =>
      db.selectFrom('refresh_token').selectAll().where('hash', '=', hash).executeTakeFirst(),
    /** True for the one caller that marks the token as used. */
    useToken: async (hash: string, now: number): Promise<boolean> => {
      const result = await db
        .updateTable('refresh_token')
        .set({ used_at: now })
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
  }
}
