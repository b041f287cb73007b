import type { Migration } from '../migrate.ts'

/** Devices that a new password by a code has signed out, until the person has said what else stays. */
export const accessReview: Migration = {
  name: '0070-access-review',
  up: async ({ schema }) => {
    await schema.alterTable('user').addColumn('access_review', 'text').execute()
  },
}
