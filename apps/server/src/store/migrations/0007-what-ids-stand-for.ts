import type { Migration } from '../migrate.ts'

/**
 * Which tag or group a deleted one was merged into, so that concurrent changes find it. Such tombstones are kept for good.
 */
export const whatIdsStandFor: Migration = {
  name: '0007-what-ids-stand-for',
  up: async ({ schema }) => {
    for (const table of ['tag', 'tag_group'])
      await schema.alterTable(table).addColumn('merged_into', 'text').execute()
  },
}
