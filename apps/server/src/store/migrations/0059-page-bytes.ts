import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What is told of the pages of links counts for the quota, too. */
export const pageBytes: Migration = {
  name: '0059-page-bytes',
  up: async (db) => {
    await sql`update "user" set stored_bytes = stored_bytes + coalesce(
      (select sum(octet_length(page)) from card where card.user_id = "user".id), 0)`.execute(db)
  },
}
