import type { Migration } from '../migrate.ts'

/** Attempts to sign in, counted over all nodes. */
export const signInAttempts: Migration = {
  name: '0004-sign-in-attempts',
  up: async ({ schema }) => {
    await schema
      .createTable('sign_in_attempt')
      .addColumn('hash', 'text', (c) => c.primaryKey())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute()
    await schema.createIndex('sign_in_attempt_since').on('sign_in_attempt').column('since').execute()
  },
}
