import type { Migration } from '../migrate.ts'

/** Whole numbers in place of ids, for clients of protocols with numeric ids. */
export const smallNumbers: Migration = {
  name: '0044-small-numbers',
  up: async ({ schema }) => {
    await schema
      .createTable('small_number')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('small_number_pk', ['user_id', 'id'])
      .execute()
    await schema
      .createIndex('small_number_by_number')
      .unique()
      .on('small_number')
      .columns(['user_id', 'number'])
      .execute()
  },
}
