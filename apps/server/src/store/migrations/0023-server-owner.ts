import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** Who may see figures of the whole server; on an existing server, its first user. */
export const serverOwner: Migration = {
  name: '0023-server-owner',
  up: async (db) => {
    await db.schema
      .createTable('server_owner')
      .addColumn('user_id', 'text', (c) => c.primaryKey().references('user.id').onDelete('cascade'))
      .addColumn('since', 'bigint', (c) => c.notNull())
      .execute()
    await sql`insert into server_owner (user_id, since)
      select id, created_at from "user" order by created_at, id limit 1`.execute(db)
  },
}
