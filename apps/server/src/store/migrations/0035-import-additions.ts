import type { Migration } from '../migrate.ts'

/** What imports added to existing cards, for undo. */
export const importAdditions: Migration = {
  name: '0035-import-additions',
  up: async ({ schema }) => {
    await schema
      .createTable('import_addition')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('row', 'integer', (c) => c.notNull())
      .addColumn('workspace_id', 'text', (c) => c.notNull())
      .addColumn('card_id', 'text', (c) => c.notNull())
      .addColumn('added', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_addition_pk', ['user_id', 'import_id', 'row'])
      .addForeignKeyConstraint(
        'import_addition_job',
        ['user_id', 'import_id'],
        'import_job',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
}
