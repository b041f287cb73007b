import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Counts the facts fetched for the pages of links towards the quota. */
export const pageBytes: Migration = {
  name: '0059-page-bytes',
  up: async (db) => {
    await sql`update "user" set stored_bytes = stored_bytes + coalesce(
      (select sum(octet_length(page)) from card where card.user_id = "user".id), 0)`.execute(db)
  },
}
