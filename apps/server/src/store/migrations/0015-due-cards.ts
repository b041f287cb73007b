import type { Migration } from '../migrate.ts'

/** Due date, recurrence and place in the order by hand. */
export const dueCards: Migration = {
  name: '0015-due-cards',
  up: async ({ schema }) => {
    for (const column of ['due_at', 'recurrence', 'place'])
      await schema.alterTable('card').addColumn(column, 'text').execute()
  },
}
