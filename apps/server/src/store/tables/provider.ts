import type { Selectable } from 'kysely'
import type { ProviderAccountTable, ProviderRecordTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type ProviderAccount = Selectable<ProviderAccountTable>
export type ProviderRecord = Selectable<ProviderRecordTable>

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
    /** Removes all records that name an account: sessions, grants, codes and interactions. */
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
