import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * Queues pages by person and host. With a queue by host alone, 150 links of one person to unresponsive sites kept everybody
 * else waiting for minutes.
 */
export const pageTurns: Migration = {
  name: '0071-page-turns',
  up: async (db) => {
    const { schema } = db
    await schema
      .createTable('page_turn')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('host', 'text', (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('ready_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_turn_key', ['user_id', 'host'])
      .execute()
    await schema
      .createIndex('page_turn_ready')
      .on('page_turn')
      .columns(['user_id', 'priority', 'ready_at'])
      .execute()
    await sql`insert into page_turn (user_id, host, priority, ready_at)
      select user_id, host, min(priority), min(due_at) from page_job
      where host <> '' and due_at is not null group by user_id, host`.execute(db)
    await schema.dropIndex('page_job_host').execute()
    await schema.createIndex('page_job_turn').on('page_job').columns(['user_id', 'host', 'due_at']).execute()
    await schema.dropIndex('page_host_ready').execute()
    await schema.alterTable('page_host').dropColumn('priority').execute()
    await schema.alterTable('page_host').dropColumn('ready_at').execute()
  },
}
