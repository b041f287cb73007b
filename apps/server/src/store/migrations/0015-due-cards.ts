import type { Migration } from '../migrate.ts'

/** When a card is due, how it comes back, and where it is in the order by hand; null where there is none. */
export const dueCards: Migration = {
  name: '0015-due-cards',
  up: async ({ schema }) => {
    for (const column of ['due_at', 'recurrence', 'place'])
      await schema.alterTable('card').addColumn(column, 'text').execute()
  },
}
