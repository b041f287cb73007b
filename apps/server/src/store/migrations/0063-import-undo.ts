import type { Migration } from '../migrate.ts'

/** How far the undo of an import has come: a node that starts again goes on with it. */
export const importUndo: Migration = {
  name: '0063-import-undo',
  up: async ({ schema }) => {
    for (const column of ['undo_step', 'undo_removed'])
      await schema.alterTable('import_run').addColumn(column, 'integer').execute()
  },
}
