import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type { SignInCodeTable, VisitorActionTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type SignInCode = Selectable<SignInCodeTable>
export type VisitorAction = Selectable<VisitorActionTable>

/** Who users are at OpenID providers. */
export function identitiesTable(db: Db) {
  return {
    userId: async (issuer: string, subject: string): Promise<Id | undefined> => {
      const row = await db
        .selectFrom('identity')
        .select('user_id')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row?.user_id
    },
    /** False: somebody was quicker. */
    insert: async (issuer: string, subject: string, userId: Id): Promise<boolean> => {
      const result = await db
        .insertInto('identity')
        .values({ issuer, subject, user_id: userId })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    ofUser: async (userId: Id): Promise<{ issuer: string; subject: string }[]> =>
      db.selectFrom('identity').select(['issuer', 'subject']).where('user_id', '=', userId).execute(),
    /** Users with this e-mail, upper and lower case alike, oldest first. */
    userIdsByEmail: async (email: string): Promise<Id[]> => {
      const rows = await db
        .selectFrom('user')
        .select('id')
        .where(sql`lower(email)`, '=', email.trim().toLowerCase())
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map((row) => row.id)
    },
    allUserIds: async (): Promise<Id[]> => {
      const rows = await db.selectFrom('user').select('id').orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => row.id)
    },
  }
}

/** One-time codes that stand for a person who has just come back from the provider. */
export function signInCodesTable(db: Db) {
  return {
    insert: async (code: SignInCode): Promise<void> => {
      await db.insertInto('sign_in_code').values(code).execute()
    },
    /** Uses a code up and gives what it was. */
    take: async (hash: string): Promise<SignInCode | undefined> =>
      db.deleteFrom('sign_in_code').where('hash', '=', hash).returningAll().executeTakeFirst(),
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).execute()
    },
  }
}

/** Keys that all nodes share. */
export function serverKeysTable(db: Db) {
  return {
    byName: async (name: string): Promise<string | undefined> => {
      const row = await db
        .selectFrom('server_key')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.value
    },
    /** Removes every key; answers their names. */
    removeAll: async (): Promise<string[]> => {
      const rows = await db.deleteFrom('server_key').returning('name').execute()
      return rows.map((row) => row.name).sort()
    },
    /** Keeps a key unless there is one of this name already. */
    insertNew: async (name: string, value: string): Promise<void> => {
      await db
        .insertInto('server_key')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute()
    },
  }
}

/** What visitors did before they signed in. */
export function visitorActionsTable(db: Db) {
  return {
    insert: async (action: VisitorAction): Promise<void> => {
      await db.insertInto('visitor_action').values(action).execute()
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('visitor_action').where('created_at', '<', time).execute()
    },
    /** Removes all but so many of the newest. */
    keepNewest: async (count: number): Promise<void> => {
      const oldest = await db
        .selectFrom('visitor_action')
        .select('created_at')
        .orderBy('created_at', 'desc')
        .offset(count)
        .limit(1)
        .executeTakeFirst()
      if (oldest !== undefined)
        await db.deleteFrom('visitor_action').where('created_at', '<=', oldest.created_at).execute()
    },
  }
}
