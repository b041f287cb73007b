import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type {
  PersonalTokenTable,
  RefreshTokenTable,
  SecurityEventTable,
  SessionTable,
} from '../schema-identity.ts'
import type { Db } from './db.ts'

/** A signed-in device with its refresh tokens. Removed when it is signed out. */
type Session = Selectable<SessionTable>
type RefreshToken = Selectable<RefreshTokenTable>

/** Refresh tokens are stored as hashes. */
export function sessionsTable(db: Db) {
  return {
    insert: async (session: Session): Promise<void> => {
      await db.insertInto('session').values(session).execute()
    },
    /** Undefined also while its user is disabled. */
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
    /** Sets until when the session counts as a fresh sign-in. */
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
    /** Removes one session, or all (`id` null) except `kept`. Returns the number of removed sessions. */
    remove: async (userId: Id, id: string | null, kept?: string): Promise<number> => {
      const every = db.deleteFrom('session').where('user_id', '=', userId)
      const all = kept === undefined ? every : every.where('id', '!=', kept)
      const result = await (id === null ? all : all.where('id', '=', id)).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
    /** @returns the number of removed sessions */
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
    /** Marks a token as used. True only for the call that marked it. */
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

type StoredPersonalToken = Selectable<PersonalTokenTable>

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
    /** Undefined also while its user is disabled or under review. */
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
    /** @returns the number of removed tokens */
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

export function signInAttemptsTable(db: Db) {
  return {
    /**
     * Counts one more attempt.
     *
     * @param before if counting started then or earlier, it starts again
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
    /** Subtracts one attempt. */
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

type SecurityEvent = Selectable<SecurityEventTable>

export function securityEventsTable(db: Db) {
  return {
    insert: async (event: SecurityEvent): Promise<void> => {
      await db.insertInto('security_event').values(event).execute()
    },
    /** Newest first. */
    ofUser: async (userId: Id, limit: number): Promise<SecurityEvent[]> =>
      db
        .selectFrom('security_event')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    /** Removes all but the user's newest `count`. */
    keepNewest: async (userId: Id, count: number): Promise<void> => {
      const oldest = await db
        .selectFrom('security_event')
        .select('created_at')
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst()
      if (oldest !== undefined)
        await db
          .deleteFrom('security_event')
          .where('user_id', '=', userId)
          .where('created_at', '<=', oldest.created_at)
          .execute()
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('security_event').where('created_at', '<', time).execute()
    },
  }
}
