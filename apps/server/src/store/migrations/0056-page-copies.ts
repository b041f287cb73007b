import type { Migration } from '../migrate.ts'

/** Copies of links' pages, and the rules that make them. */
export const pageCopies: Migration = {
  name: '0056-page-copies',
  up: async ({ schema }) => {
    await schema.alterTable('user').addColumn('copy_rule', 'text').execute()
    await schema
      .createTable('page_copy')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('problem', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('fetched_at', 'bigint')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('language', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('words', 'text', (c) => c.notNull())
      .addColumn('is_cut', 'integer', (c) => c.notNull())
      .addColumn('removed_at', 'bigint')
      .addPrimaryKeyConstraint('page_copy_pk', ['user_id', 'card_id'])
      .execute()
    await schema.createIndex('page_copy_removed').on('page_copy').columns(['removed_at']).execute()
  },
}
