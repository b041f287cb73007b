import type { Id } from '@cardinal/domain'
import type { Db } from './db.ts'

/** A subscription at the payment provider, as reported by its events. */
export interface Subscription {
  readonly id: string
  /** ms; 0: nothing is paid yet. */
  readonly paidUntil: number
  /** ms; null: not ended. */
  readonly endedAt: number | null
}

export function billingTable(db: Db) {
  return {
    customerOf: async (userId: Id): Promise<string | undefined> => {
      const row = await db
        .selectFrom('billing_customer')
        .select('customer_id')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.customer_id
    },
    userOf: async (customerId: string): Promise<Id | undefined> => {
      const row = await db
        .selectFrom('billing_customer')
        .select('user_id')
        .where('customer_id', '=', customerId)
        .executeTakeFirst()
      return row?.user_id
    },
    /** If the user already has a customer id, that one stays. */
    insertCustomer: async (userId: Id, customerId: string, now: number): Promise<void> => {
      await db
        .insertInto('billing_customer')
        .values({ user_id: userId, customer_id: customerId, created_at: now })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()
    },
    subscriptionsOf: async (userId: Id): Promise<Subscription[]> => {
      const rows = await db
        .selectFrom('billing_subscription')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({ id: row.id, paidUntil: row.paid_until, endedAt: row.ended_at }))
    },
    /** Overwrites the subscription. The caller holds the user's lock. */
    putSubscription: async (userId: Id, { id, paidUntil, endedAt }: Subscription): Promise<void> => {
      const columns = { paid_until: paidUntil, ended_at: endedAt }
      await db
        .insertInto('billing_subscription')
        .values({ id, user_id: userId, ...columns })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        .execute()
    },
    /** False: the event was processed before. */
    insertEvent: async (id: string, userId: Id, now: number): Promise<boolean> => {
      const result = await db
        .insertInto('billing_event')
        .values({ id, user_id: userId, received_at: now })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    removeEventsBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('billing_event').where('received_at', '<', time).execute()
    },
  }
}
