import type { Migration } from '../migrate.ts'

/** The groups of which every tag implies a tag, as a JSON list; null: none. */
export const childGroups: Migration = {
  name: '0057-child-groups',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('child_group_ids', 'text').execute()
  },
}
