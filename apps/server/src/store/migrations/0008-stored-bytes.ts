import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'
import { storedBytesAtFirst } from '../tables/stored-bytes.ts'

/** Bytes stored by an account, for its quota. */
export const storedBytesOfUsers: Migration = {
  name: '0008-stored-bytes',
  up: async (db) => {
    await db.schema
      .alterTable('user')
      .addColumn('stored_bytes', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await sql`update "user" set stored_bytes = ${storedBytesAtFirst(sql`"user".id`)}`.execute(db)
  },
}
