import type { Migration } from '../migrate.ts'

/** Devices signed out by a new password that was set by code, until the person has reviewed what else opens the account. */
export const accessReview: Migration = {
  name: '0070-access-review',
  up: async ({ schema }) => {
    await schema.alterTable('user').addColumn('access_review', 'text').execute()
  },
}
