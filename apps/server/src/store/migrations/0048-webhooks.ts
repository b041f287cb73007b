import type { Migration } from '../migrate.ts'

/** Webhooks and their queued messages. */
export const webhooks: Migration = {
  name: '0048-webhooks',
  up: async ({ schema }) => {
    await schema
      .createTable('webhook')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('free_at', 'bigint', (c) => c.notNull())
      .addColumn('failures', 'integer', (c) => c.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('last_at', 'bigint')
      .addColumn('last_result', 'text')
      .addColumn('off_at', 'bigint')
      .addColumn('dropped', 'integer', (c) => c.notNull())
      .execute()
    await schema.createIndex('webhook_user').on('webhook').column('user_id').execute()
    await schema
      .createTable('webhook_delivery')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhook.id').onDelete('cascade'))
      .addColumn('event', 'text', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('place', 'integer', (c) => c.notNull())
      .addColumn('cards', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .execute()
    await schema
      .createIndex('webhook_delivery_due')
      .on('webhook_delivery')
      .columns(['webhook_id', 'due_at'])
      .execute()
    await schema.alterTable('user').addColumn('webhook_events', 'text').execute()
  },
}
