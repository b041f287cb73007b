import { type Migration, NAMES_RELEASES } from '../migrate.ts'

/** The release that ran a migration, so that an older server can name it when it refuses the database. */
export const release: Migration = {
  name: NAMES_RELEASES,
  up: async ({ schema }) => {
    await schema.alterTable('migration').addColumn('release', 'text').execute()
  },
}
