import type { Migration } from '../migrate.ts'

/** Passkeys (WebAuthn credentials) of accounts at the embedded provider. */
export const passkeys: Migration = {
  name: '0027-passkeys',
  up: async ({ schema }) => {
    await schema
      .createTable('passkey')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('account_id', 'text', (c) =>
        c.notNull().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('is_second_step', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute()
    await schema.createIndex('passkey_by_account').on('passkey').column('account_id').execute()
  },
}
