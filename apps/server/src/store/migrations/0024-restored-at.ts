import type { Migration } from '../migrate.ts'

/** When the database was last restored: for a time, missing rows may still come from the device that made them. */
export const restoredAt: Migration = {
  name: '0024-restored-at',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('restored_at', 'bigint').execute()
  },
}
