import { type CreateTableBuilder, sql } from 'kysely'
import type { Migration } from '../migrate.ts'

type Table = CreateTableBuilder<string, string>

/** Users, workspaces and their contents, with history and operation records. */
const firstTables: Migration = {
  name: '0001-first-tables',
  up: async (db) => {
    const { schema } = db
    await schema
      .createTable('user')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('first_name', 'text', (c) => c.notNull())
      .addColumn('last_name', 'text', (c) => c.notNull())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('plan_expires_at', 'bigint')
      .addColumn('saved_searches', 'text', (c) => c.notNull())
      .addColumn('show_helpers', 'integer', (c) => c.notNull())
      .addColumn('current_workspace_id', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()

    await owned(schema.createTable('workspace'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('epoch', 'text', (c) => c.notNull())
      .addColumn('min_seq', 'bigint', (c) => c.notNull())
      .addColumn('rev', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('workspace_pk', ['user_id', 'id'])
      .execute()

    await inWorkspace(schema.createTable('card'), 'card')
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('color', 'text')
      .addColumn('is_public', 'integer', (c) => c.notNull())
      .addColumn('parent_ids', 'text', (c) => c.notNull())
      .addColumn('sibling_ids', 'text', (c) => c.notNull())
      .addColumn('child_ids', 'text', (c) => c.notNull())
      .execute()
    await inWorkspace(schema.createTable('tag'), 'tag')
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('color', 'text')
      .addColumn('click_count', 'bigint', (c) => c.notNull())
      .addColumn('last_clicked_at', 'bigint')
      .execute()
    await inWorkspace(schema.createTable('tag_group'), 'tag_group')
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('color', 'text')
      .addColumn('is_hidden', 'integer', (c) => c.notNull())
      .execute()

    await partOf(schema.createTable('subnote'), 'subnote', 'card', 'card_id')
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('is_ticked', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('subnote_pk', ['user_id', 'card_id', 'id'])
      .execute()
    await carries(partOf(schema.createTable('card_tag'), 'card_tag', 'card', 'card_id'), 'card_tag')
      .addPrimaryKeyConstraint('card_tag_pk', ['user_id', 'card_id', 'tag_id'])
      .execute()
    await carries(partOf(schema.createTable('group_tag'), 'group_tag', 'tag_group', 'group_id'), 'group_tag')
      .addPrimaryKeyConstraint('group_tag_pk', ['user_id', 'group_id', 'tag_id'])
      .execute()
    await partOf(schema.createTable('revision'), 'revision', 'card', 'card_id')
      .addColumn('until_seq', 'bigint', (c) => c.notNull())
      .addColumn('is_kept', 'integer', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('replaced_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('revision_pk', ['user_id', 'card_id', 'until_seq', 'is_kept'])
      .execute()
    await owned(schema.createTable('operation'))
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('status', 'integer', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('operation_pk', ['user_id', 'key'])
      .execute()

    for (const table of ['card', 'tag', 'tag_group']) {
      await schema.createIndex(`${table}_rev`).on(table).columns(['user_id', 'workspace_id', 'rev']).execute()
      await schema
        .createIndex(`${table}_deleted`)
        .on(table)
        .column('deleted_at')
        .where(sql.ref('deleted_at'), 'is not', null)
        .execute()
    }
    await schema
      .createIndex('card_newest')
      .on('card')
      .columns(['user_id', 'workspace_id', 'created_at', 'id'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await schema
      .createIndex('card_living')
      .on('card')
      .columns(['user_id', 'type'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await schema
      .createIndex('tag_name')
      .unique()
      .on('tag')
      .columns(['user_id', 'workspace_id', 'name'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await schema
      .createIndex('tag_group_title')
      .unique()
      .on('tag_group')
      .columns(['user_id', 'workspace_id', 'title'])
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await schema.createIndex('card_tag_tag').on('card_tag').columns(['user_id', 'tag_id']).execute()
    await schema.createIndex('group_tag_tag').on('group_tag').columns(['user_id', 'tag_id']).execute()
    await schema.createIndex('operation_age').on('operation').column('created_at').execute()
  },
}

/** A table whose rows are deleted with their user. */
function owned(table: Table): Table {
  return table.addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
}

/** A table of rows in a workspace, with their shared columns. */
function inWorkspace(table: Table, name: string): Table {
  return table
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('workspace_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addColumn('deleted_at', 'bigint')
    .addColumn('rev', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint(`${name}_pk`, ['user_id', 'id'])
    .addForeignKeyConstraint(
      `${name}_workspace`,
      ['user_id', 'workspace_id'],
      'workspace',
      ['user_id', 'id'],
      (key) => key.onDelete('cascade'),
    )
}

/** A table whose rows are deleted with their card or group. */
function partOf(table: Table, name: string, whole: string, column: string): Table {
  return table
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn(column, 'text', (c) => c.notNull())
    .addForeignKeyConstraint(`${name}_${whole}`, ['user_id', column], whole, ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
}

/** A table of the tags of rows, in order. */
function carries(table: Table, name: string): Table {
  return table
    .addColumn('tag_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addForeignKeyConstraint(`${name}_tag`, ['user_id', 'tag_id'], 'tag', ['user_id', 'id'], (key) =>
      key.onDelete('cascade'),
    )
}

/** Identities, sessions, tokens, the embedded provider; visitors' actions and imports. */
const identityTables: Migration = {
  name: '0002-identity',
  up: async ({ schema }) => {
    await ofUser(schema.createTable('identity'))
      .addColumn('issuer', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('identity_pk', ['issuer', 'subject'])
      .execute()
    await ofUser(schema.createTable('session'))
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('refresh_token')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('session_id', 'text', (c) => c.notNull().references('session.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addColumn('used_at', 'bigint')
      .execute()
    await ofUser(schema.createTable('sign_in_code'))
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('browser_hash', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute()
    await ofUser(schema.createTable('personal_token'))
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema
      .createTable('server_key')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute()
    await schema
      .createTable('provider_account')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', 'text', (c) => c.notNull().unique())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('provider_record')
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('grant_id', 'text')
      .addColumn('uid', 'text')
      .addColumn('expires_at', 'bigint')
      .addPrimaryKeyConstraint('provider_record_pk', ['model', 'id'])
      .execute()
    await schema
      .createTable('visitor_action')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('unknown_user_id', 'text', (c) => c.notNull())
      .addColumn('ip_address', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await ofUser(schema.createTable('import_job'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('is_dry_run', 'integer', (c) => c.notNull())
      .addColumn('rows', 'integer', (c) => c.notNull())
      .addColumn('handled', 'integer', (c) => c.notNull())
      .addColumn('created', 'integer', (c) => c.notNull())
      .addColumn('duplicates', 'integer', (c) => c.notNull())
      .addColumn('failed', 'text', (c) => c.notNull())
      .addColumn('tags', 'integer', (c) => c.notNull())
      .addColumn('made', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_job_pk', ['user_id', 'id'])
      .execute()
    for (const [table, column] of IDENTITY_INDEXES)
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  },
}

const IDENTITY_INDEXES = [
  ['identity', 'user_id'],
  ['session', 'user_id'],
  ['refresh_token', 'session_id'],
  ['sign_in_code', 'expires_at'],
  ['personal_token', 'user_id'],
  ['provider_record', 'grant_id'],
  ['provider_record', 'uid'],
  ['provider_record', 'expires_at'],
  ['visitor_action', 'created_at'],
] as const

/** A table whose rows are deleted with their user. */
function ofUser(table: Table): Table {
  return table.addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
}

/** Customers and subscriptions at the payment provider, and its processed events. */
const billingTables: Migration = {
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
    for (const [table, column] of BILLING_INDEXES)
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  },
}

const BILLING_INDEXES = [
  ['billing_subscription', 'user_id'],
  ['billing_event', 'user_id'],
  ['billing_event', 'received_at'],
] as const

export const FROM_1: readonly Migration[] = [firstTables, identityTables, billingTables]
