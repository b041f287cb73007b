import type { Migration } from '../migrate.ts'

/** What the server found on the pages of links, the queue of fetches, and the pictures of pages. */
export const pages: Migration = {
  name: '0032-pages',
  up: async ({ schema }) => {
    await schema.alterTable('card').addColumn('page', 'text').execute()
    await schema
      .createTable('page_job')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('failed_at', 'bigint')
      .addColumn('icon', 'text')
      .addColumn('cover', 'text')
      .addPrimaryKeyConstraint('page_job_key', ['user_id', 'card_id'])
      .execute()
    await schema.createIndex('page_job_host').on('page_job').columns(['host', 'priority', 'due_at']).execute()
    await schema.createIndex('page_job_state').on('page_job').columns(['state', 'due_at']).execute()
    await schema
      .createTable('page_host')
      .addColumn('host', 'text', (c) => c.primaryKey())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('free_at', 'bigint', (c) => c.notNull())
      .addColumn('ready_at', 'bigint')
      .execute()
    await schema.createIndex('page_host_ready').on('page_host').columns(['priority', 'ready_at']).execute()
    await schema
      .createTable('page_picture')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('bytes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('page_picture_source')
      .addColumn('address', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text')
      .addColumn('fetched_at', 'bigint', (c) => c.notNull())
      .execute()
  },
}
