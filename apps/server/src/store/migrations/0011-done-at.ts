import type { Migration } from '../migrate.ts'

/** When a card was completed; null while it is open. */
export const doneAt: Migration = {
  name: '0011-done-at',
  up: async ({ schema }) => {
    await schema.alterTable('card').addColumn('done_at', 'bigint').execute()
  },
}
