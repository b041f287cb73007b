import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../migrate.ts'

type Table = CreateTableBuilder<string, string>

/** Identities, sessions, tokens, the embedded provider; visitors' actions and imports. */
export const identityTables: Migration = {
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
    for (const [table, column] of INDEXES)
      await schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  },
}

const INDEXES = [
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
