import type { Migration } from '../migrate.ts'

/** Events that an account's owner should know of: sign-ins, exports, acts of the operator. */
export const securityEvents: Migration = {
  name: '0014-security-events',
  up: async ({ schema }) => {
    await schema
      .createTable('security_event')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('detail', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute()
    await schema
      .createIndex('security_event_user')
      .on('security_event')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}
