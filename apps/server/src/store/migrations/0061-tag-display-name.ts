import type { Migration } from '../migrate.ts'

/** The name by which a tag is shown. Null: its name. */
export const tagDisplayName: Migration = {
  name: '0061-tag-display-name',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('display_name', 'text').execute()
  },
}
