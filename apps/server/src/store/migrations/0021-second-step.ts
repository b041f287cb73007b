import type { Migration } from '../migrate.ts'

/** Authenticator apps and recovery codes. */
export const secondStep: Migration = {
  name: '0021-second-step',
  up: async ({ schema }) => {
    await schema
      .createTable('authenticator')
      .addColumn('account_id', 'text', (c) =>
        c.primaryKey().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('last_step', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createTable('recovery_code')
      .addColumn('account_id', 'text', (c) =>
        c.notNull().references('provider_account.id').onDelete('cascade'),
      )
      .addColumn('hash', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('recovery_code_pk', ['account_id', 'hash'])
      .execute()
  },
}
