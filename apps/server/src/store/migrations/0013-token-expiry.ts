import type { Migration } from '../migrate.ts'

/** When a personal token expires; earlier ones never do. */
export const tokenExpiry: Migration = {
  name: '0013-token-expiry',
  up: async ({ schema }) => {
    await schema.alterTable('personal_token').addColumn('expires_at', 'bigint').execute()
  },
}
