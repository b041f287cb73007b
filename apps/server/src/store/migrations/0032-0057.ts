import type { Migration } from '../migrate.ts'

/** Page facts of links, the queue of fetches, and the pictures of pages. */
const pages: Migration = {
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

/** What imports added to existing cards, for undo. */
const importAdditions: Migration = {
  name: '0035-import-additions',
  up: async ({ schema }) => {
    await schema
      .createTable('import_addition')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('row', 'integer', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('added', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_addition_pk', ['user_id', 'import_id', 'row'])
      .addForeignKeyConstraint(
        'import_addition_job',
        ['user_id', 'import_id'],
        'import_job',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
}

/** Tombstones of workspaces: after a restore, they show which workspaces were deleted and which lost. */
const deletedWorkspaces: Migration = {
  name: '0039-deleted-workspaces',
  up: async ({ schema }) => {
    await schema
      .createTable('deleted_workspace')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('deleted_workspace_pk', ['user_id', 'id'])
      .execute()
  },
}

/** Numbers in place of ids, for APIs with numeric ids. */
const smallNumbers: Migration = {
  name: '0044-small-numbers',
  up: async ({ schema }) => {
    await schema
      .createTable('small_number')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('small_number_pk', ['user_id', 'id'])
      .execute()
    await schema
      .createIndex('small_number_by_number')
      .unique()
      .on('small_number')
      .columns(['user_id', 'number'])
      .execute()
  },
}

/** Searches that people share at secret addresses. */
const sharedSearches: Migration = {
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

/** Webhooks and their queued messages. */
const webhooks: Migration = {
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

/** The session behind an activity, so that a device is not notified of its own acts. Null: no session, or unknown. */
const activitySessions: Migration = {
  name: '0055-activity-sessions',
  up: async ({ schema }) => {
    await schema.alterTable('security_event').addColumn('session_id', 'text').execute()
  },
}

/** Copies of links' pages, and the rules that make them. */
const pageCopies: Migration = {
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

/** The groups of which every tag implies a tag, as a JSON list; null: none. */
const childGroups: Migration = {
  name: '0057-child-groups',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('child_group_ids', 'text').execute()
  },
}

export const FROM_32: readonly Migration[] = [
  pages,
  importAdditions,
  deletedWorkspaces,
  smallNumbers,
  sharedSearches,
  webhooks,
  activitySessions,
  pageCopies,
  childGroups,
]
