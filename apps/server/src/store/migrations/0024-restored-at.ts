import type { Migration } from '../migrate.ts'

/** When the database went back to an earlier state: for a time, what is missing may still come from its author. */
export const restoredAt: Migration = {
  name: '0024-restored-at',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('restored_at', 'bigint').execute()
  },
}
