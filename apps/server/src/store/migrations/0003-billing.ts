import type { Migration } from '../migrate.ts'

/** Customers and subscriptions at the payment provider, and its processed events. */
export const billingTables: Migration = {
  name: '0003-billing',
  up: async ({ schema }) => {
    await schema
      .createTable('billing_customer')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('billing_subscription')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('paid_until', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await schema
      .createTable('billing_event')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .execute()
    for (const [table, column] of INDEXES)
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  },
}

const INDEXES = [
  ['billing_subscription', 'user_id'],
  ['billing_event', 'user_id'],
  ['billing_event', 'received_at'],
] as const
