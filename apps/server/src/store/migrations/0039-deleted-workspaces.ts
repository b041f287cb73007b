import type { Migration } from '../migrate.ts'

/** The tombstones of workspaces: after a restore they tell what was deleted from what the database lost. */
export const deletedWorkspaces: Migration = {
  name: '0039-deleted-workspaces',
  up: async ({ schema }) => {
    await schema
      .createTable('deleted_workspace')
      .addColumn('user_id', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('deleted_workspace_pk', ['user_id', 'id'])
      .execute()
  },
}
