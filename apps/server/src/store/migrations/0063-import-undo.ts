import type { Migration } from '../migrate.ts'

/** Progress of the undo of an import, so that a restarted node can resume it. */
export const importUndo: Migration = {
  name: '0063-import-undo',
  up: async ({ schema }) => {
    for (const column of ['undo_step', 'undo_removed'])
      await schema.alterTable('import_run').addColumn(column, 'integer').execute()
  },
}
