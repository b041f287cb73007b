import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** An index for a user's displaced texts, which are few among all revisions. */
export const keptRevisions: Migration = {
  name: '0009-kept-revisions',
  up: async ({ schema }) => {
    for (const table of ['revision', 'subnote_revision'] as const)
      await schema
        .createIndex(`${table}_kept`)
        .on(table)
        .columns(['user_id', 'replaced_at'])
        .where(sql.ref('is_kept'), '=', sql.lit(1))
        .execute()
  },
}
