import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Until when a session counts as a fresh sign-in, and when the person of a one-time code proved who they are. */
export const freshSignIn: Migration = {
  name: '0020-fresh-sign-in',
  up: async (db) => {
    await db.schema
      .alterTable('session')
      .addColumn('fresh_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update session set fresh_until = created_at + 600000`.execute(db)
    await db.schema
      .alterTable('sign_in_code')
      .addColumn('proven_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
  },
}
