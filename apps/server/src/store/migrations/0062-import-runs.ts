import type { Migration } from '../migrate.ts'

/** Unfinished imports with their remaining work, so that a restarted node can resume them. */
export const importRuns: Migration = {
  name: '0062-import-runs',
  up: async ({ schema }) => {
    await schema
      .createTable('import_run')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('held_until', 'bigint', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_run_pk', ['user_id', 'import_id'])
      .addForeignKeyConstraint(
        'import_run_job',
        ['user_id', 'import_id'],
        'import_job',
        ['user_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await schema
      .createTable('import_piece')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('import_id', 'text', (c) => c.notNull())
      .addColumn('number', 'integer', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('import_piece_pk', ['user_id', 'import_id', 'number'])
      .addForeignKeyConstraint(
        'import_piece_run',
        ['user_id', 'import_id'],
        'import_run',
        ['user_id', 'import_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
  },
}
