import type { Migration } from '../migrate.ts'

/** A digest of each workspace's rows, by which devices notice that theirs differ. Housekeeping computes the first one. */
export const rowsDigest: Migration = {
  name: '0010-rows-digest',
  up: async ({ schema }) => {
    await schema.alterTable('workspace').addColumn('rows_digest', 'text').execute()
    await schema.alterTable('workspace').addColumn('rows_digest_seq', 'bigint').execute()
  },
}
