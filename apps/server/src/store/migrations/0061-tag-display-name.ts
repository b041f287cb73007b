import type { Migration } from '../migrate.ts'

/** Which of its names a tag is shown by; null: its name. */
export const tagDisplayName: Migration = {
  name: '0061-tag-display-name',
  up: async ({ schema }) => {
    await schema.alterTable('tag').addColumn('display_name', 'text').execute()
  },
}
