import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Browsers that get reminders, the reminders already sent, and secret addresses of calendars. */
export const reminders: Migration = {
  name: '0016-reminders',
  up: async (db) => {
    await db.schema
      .createTable('push_subscription')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('endpoint', 'text', (c) => c.notNull().unique())
      .addColumn('p256dh', 'text', (c) => c.notNull())
      .addColumn('auth', 'text', (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('push_subscription_user').on('push_subscription').column('user_id').execute()
    await db.schema
      .createTable('reminder')
      .addColumn('subscription_id', 'text', (c) =>
        c.notNull().references('push_subscription.id').onDelete('cascade'),
      )
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('due_at', 'text', (c) => c.notNull())
      .addColumn('claimed_at', 'bigint', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addPrimaryKeyConstraint('reminder_key', ['subscription_id', 'card_id', 'due_at'])
      .execute()
    await db.schema.alterTable('user').addColumn('calendar_hash', 'text').execute()
    await db.schema.createIndex('user_calendar').on('user').column('calendar_hash').execute()
    await sql`create index card_due on card (user_id, due_at) where due_at is not null`.execute(db)
  },
}
