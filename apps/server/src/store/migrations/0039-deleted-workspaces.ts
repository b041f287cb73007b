import type { Migration } from '../migrate.ts'

/** Tombstones of workspaces: after a restore they tell deleted workspaces from lost ones. */
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
