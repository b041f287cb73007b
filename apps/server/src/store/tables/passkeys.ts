import type { Selectable } from 'kysely'
import type { PasskeyTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

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
    /** Whether signing in by password also requires a passkey. */
    setSecondStep: async (accountId: string, isSecondStep: boolean): Promise<void> => {
      await db
        .updateTable('passkey')
        .set({ is_second_step: Number(isSecondStep) })
        .where('account_id', '=', accountId)
        .execute()
    },
    /** @returns the name of the removed one; undefined: the account has none with this id */
    remove: async (accountId: string, id: string): Promise<string | undefined> => {
      const removed = await db
        .deleteFrom('passkey')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .returning('name')
        .executeTakeFirst()
      return removed?.name
    },
    /** @returns how many there were */
    removeAll: async (accountId: string): Promise<number> => {
      const { numDeletedRows } = await db
        .deleteFrom('passkey')
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}
