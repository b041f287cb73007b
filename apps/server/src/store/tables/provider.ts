import type { Selectable } from 'kysely'
import type {
  AuthenticatorTable,
  PasskeyTable,
  ProviderAccountTable,
  ProviderRecordTable,
} from '../schema-identity.ts'
import type { Db } from './db.ts'

export type ProviderAccount = Selectable<ProviderAccountTable>
type ProviderRecord = Selectable<ProviderRecordTable>

/** Accounts at the embedded provider. */
export function providerAccountsTable(db: Db) {
  return {
    count: async (): Promise<number> => {
      const row = await db
        .selectFrom('provider_account')
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(row.count)
    },
    byId: async (id: string): Promise<ProviderAccount | undefined> =>
      db.selectFrom('provider_account').selectAll().where('id', '=', id).executeTakeFirst(),
    byEmailKey: async (emailKey: string): Promise<ProviderAccount | undefined> =>
      db.selectFrom('provider_account').selectAll().where('email_key', '=', emailKey).executeTakeFirst(),
    /** False: the e-mail is taken. */
    insert: async (account: ProviderAccount): Promise<boolean> => {
      const result = await db
        .insertInto('provider_account')
        .values(account)
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    setPassword: async (id: string, hash: string): Promise<void> => {
      await db.updateTable('provider_account').set({ password_hash: hash }).where('id', '=', id).execute()
    },
    remove: async (id: string): Promise<void> => {
      await db.deleteFrom('provider_account').where('id', '=', id).execute()
    },
  }
}

/** Records of the embedded provider, by kind ("model") and id. */
export function providerRecordsTable(db: Db) {
  return {
    put: async (record: ProviderRecord): Promise<void> => {
      const { payload, grant_id, uid, expires_at } = record
      await db
        .insertInto('provider_record')
        .values(record)
        .onConflict((conflict) =>
          conflict.columns(['model', 'id']).doUpdateSet({ payload, grant_id, uid, expires_at }),
        )
        .execute()
    },
    byId: async (model: string, id: string): Promise<ProviderRecord | undefined> =>
      db
        .selectFrom('provider_record')
        .selectAll()
        .where('model', '=', model)
        .where('id', '=', id)
        .executeTakeFirst(),
    byUid: async (model: string, uid: string): Promise<ProviderRecord | undefined> =>
      db
        .selectFrom('provider_record')
        .selectAll()
        .where('model', '=', model)
        .where('uid', '=', uid)
        .executeTakeFirst(),
    remove: async (model: string, id: string): Promise<void> => {
      await db.deleteFrom('provider_record').where('model', '=', model).where('id', '=', id).execute()
    },
    removeByGrant: async (grantId: string): Promise<void> => {
      await db.deleteFrom('provider_record').where('grant_id', '=', grantId).execute()
    },
    /** Removes all records that contain an account's id: sessions, grants, codes and interactions. */
    removeNaming: async (accountId: string): Promise<void> => {
      await db.deleteFrom('provider_record').where('payload', 'like', `%${accountId}%`).execute()
    },
    removeAll: async (): Promise<void> => {
      await db.deleteFrom('provider_record').execute()
    },
    removeExpired: async (now: number): Promise<void> => {
      await db.deleteFrom('provider_record').where('expires_at', '<=', now).execute()
    },
  }
}

export type Passkey = Selectable<PasskeyTable>

/** Passkeys of accounts at the embedded provider. */
export function passkeysTable(db: Db) {
  return {
    ofAccount: async (accountId: string): Promise<Passkey[]> =>
      db
        .selectFrom('passkey')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    byId: async (id: string): Promise<Passkey | undefined> =>
      db.selectFrom('passkey').selectAll().where('id', '=', id).executeTakeFirst(),
    /** False: this passkey exists already. */
    insert: async (passkey: Passkey): Promise<boolean> => {
      const result = await db
        .insertInto('passkey')
        .values(passkey)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    noteUse: async (id: string, counter: number, now: number): Promise<void> => {
      await db.updateTable('passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute()
    },
    /** Sets whether signing in with the password also requires a passkey. */
    setSecondStep: async (accountId: string, isSecondStep: boolean): Promise<void> => {
      await db
        .updateTable('passkey')
        .set({ is_second_step: Number(isSecondStep) })
        .where('account_id', '=', accountId)
        .execute()
    },
    /** @returns the name of the removed passkey; undefined: the account has none with this id */
    remove: async (accountId: string, id: string): Promise<string | undefined> => {
      const removed = await db
        .deleteFrom('passkey')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst()
      return removed?.name
    },
    /** @returns the number of removed passkeys */
    removeAll: async (accountId: string): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('passkey')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

type Authenticator = Selectable<AuthenticatorTable>

/** Authenticator apps and recovery codes of accounts at the embedded provider. */
export function secondStepTable(db: Db) {
  return {
    authenticator: async (accountId: string): Promise<Authenticator | undefined> =>
      db.selectFrom('authenticator').selectAll().where('account_id', '=', accountId).executeTakeFirst(),
    /** Replaces an earlier authenticator app. */
    put: async (authenticator: Authenticator): Promise<void> => {
      await db.deleteFrom('authenticator').where('account_id', '=', authenticator.account_id).execute()
      await db.insertInto('authenticator').values(authenticator).execute()
    },
    /** Marks the 30-second period of a code as used. False: it, or a later one, was used already. */
    useStep: async (accountId: string, step: number): Promise<boolean> => {
      const result = await db
        .updateTable('authenticator')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .executeTakeFirst()
      return result.numUpdatedRows > 0n
    },
    putRecoveryCodes: async (accountId: string, hashes: readonly string[]): Promise<void> => {
      await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
      const rows = hashes.map((hash) => ({ account_id: accountId, hash }))
      await db.insertInto('recovery_code').values(rows).execute()
    },
    /** Deletes a recovery code. False: there is none with this hash. */
    useRecoveryCode: async (accountId: string, hash: string): Promise<boolean> => {
      const result = await db
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('hash', '=', hash)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
    countRecoveryCodes: async (accountId: string): Promise<number> => {
      const { count } = await db
        .selectFrom('recovery_code')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    /** @returns whether an authenticator app was removed */
    remove: async (accountId: string): Promise<boolean> => {
      await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
      const result = await db
        .deleteFrom('authenticator')
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return result.numDeletedRows > 0n
    },
  }
}
