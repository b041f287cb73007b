import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type {
  IdentityTable,
  InvitationTable,
  SignInCodeTable,
  VisitorActionTable,
} from '../schema-identity.ts'
import type { Db } from './db.ts'

type SignInCode = Selectable<SignInCodeTable>
type Identity = Selectable<IdentityTable>
type Invitation = Selectable<InvitationTable>
type VisitorAction = Selectable<VisitorActionTable>

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
    /** Every issuer with its number of users. */
    issuers: async (): Promise<{ issuer: string; people: number }[]> => {
      const rows = await db
        .selectFrom('identity')
        .select(['issuer', (select) => select.fn.countAll<number>().as('people')])
        .groupBy('issuer')
        .orderBy('issuer')
        .execute()
      return rows.map(({ issuer, people }) => ({ issuer, people: Number(people) }))
    },
    /** False: another request inserted it first. */
    insert: async (identity: Identity): Promise<boolean> => {
      const result = await db
        .insertInto('identity')
        .values(identity)
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    ofUser: async (userId: Id): Promise<Identity[]> =>
      db
        .selectFrom('identity')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('issuer')
        .orderBy('subject')
        .execute(),
    /** Stores the e-mail that the provider now gives. */
    setEmail: async ({ issuer, subject, email, email_key }: Identity): Promise<void> => {
      await db
        .updateTable('identity')
        .set({ email, email_key })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .execute()
    },
    remove: async (issuer: string, subject: string): Promise<void> => {
      await db.deleteFrom('identity').where('issuer', '=', issuer).where('subject', '=', subject).execute()
    },
    /** Users who sign in with this e-mail. The e-mail of a profile is not compared. */
    userIdsByEmailKey: async (emailKey: string): Promise<Id[]> => {
      const rows = await db
        .selectFrom('identity')
        .select('user_id')
        .distinct()
        .where('email_key', '=', emailKey)
        .orderBy('user_id')
        .execute()
      return rows.map((row) => row.user_id)
    },
    allUserIds: async (): Promise<Id[]> => {
      const rows = await db.selectFrom('user').select('id').orderBy('created_at').orderBy('id').execute()
      return rows.map((row) => row.id)
    },
  }
}

/** One-time codes of people whom the provider has redirected back. */
export function signInCodesTable(db: Db) {
  return {
    insert: async (code: SignInCode): Promise<void> => {
      await db.insertInto('sign_in_code').values(code).execute()
    },
    /** Deletes a code and returns it. */
    take: async (hash: string): Promise<SignInCode | undefined> =>
      db.deleteFrom('sign_in_code').where('hash', '=', hash).returningAll().executeTakeFirst(),
    removeOf: async (userId: Id): Promise<void> => {
      await db.deleteFrom('sign_in_code').where('user_id', '=', userId).execute()
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('sign_in_code').where('expires_at', '<=', now).execute()
    },
  }
}

/** Invitations to create an account while sign-up is closed. */
export function invitationsTable(db: Db) {
  return {
    insert: async (invitation: Invitation): Promise<void> => {
      await db.insertInto('invitation').values(invitation).execute()
    },
    isGood: async (hash: string, now: number): Promise<boolean> => {
      const row = await db
        .selectFrom('invitation')
        .select('hash')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Deletes an invitation; false: there is none. */
    take: async (hash: string, now: number): Promise<boolean> => {
      const result = await db
        .deleteFrom('invitation')
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('invitation').where('expires_at', '<=', now).execute()
    },
  }
}

/** Keys shared by all nodes. */
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
    /** @returns the names of the removed keys */
    removeAll: async (): Promise<string[]> => {
      const rows = await db.deleteFrom('server_key').returning('name').execute()
      return rows.map((row) => row.name).sort()
    },
    /** An existing key of this name stays. */
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
    /** Removes all but the newest `count`. */
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
