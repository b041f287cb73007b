import type { Selectable } from 'kysely'
import type { AuthenticatorTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type Authenticator = Selectable<AuthenticatorTable>

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
    /** Marks the 30-second step of a code as used. False: it, or a later one, was used already. */
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
    /** @returns whether there was one */
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
