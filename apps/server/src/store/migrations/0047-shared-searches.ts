import type { Migration } from '../migrate.ts'

/** Searches that people share at secret addresses. */
export const sharedSearches: Migration = {
  name: '0047-shared-searches',
  up: async ({ schema }) => {
    await schema
      .createTable('shared_search')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull().unique())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('shows', 'text', (c) => c.notNull())
      .addColumn('query', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('shared_search_user').on('shared_search').column('user_id').execute()
  },
}
