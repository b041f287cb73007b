import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { ImportPieceTable, ImportRunTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type ImportRun = Selectable<ImportRunTable>
export type StoredPiece = Pick<Selectable<ImportPieceTable>, 'number' | 'body'>

export interface UndoProgress {
  /** The next step, from 0. */
  readonly step: number
  /** Cards deleted so far. */
  readonly removed: number
}

/** Imports that are running or being undone, with their stored work. */
export function importRunsTable(db: Db) {
  const piecesOf = (userId: Id, importId: Id) =>
    db.selectFrom('import_piece').where('user_id', '=', userId).where('import_id', '=', importId)
  return {
    insert: async (userId: Id, importId: Id, until: number): Promise<void> => {
      await db
        .insertInto('import_run')
        .values({ user_id: userId, import_id: importId, held_until: until, tries: 0 })
        .execute()
    },
    insertPieces: async (
      userId: Id,
      importId: Id,
      kind: 'part' | 'open',
      pieces: readonly StoredPiece[],
    ): Promise<void> => {
      const rows = pieces.map((piece) => ({ user_id: userId, import_id: importId, kind, ...piece }))
      await db.insertInto('import_piece').values(rows).execute()
    },
    /** Imports that no node holds, longest idle first. */
    unheld: (now: number, limit: number): Promise<ImportRun[]> =>
      db
        .selectFrom('import_run')
        .selectAll()
        .where('held_until', '<=', now)
        .orderBy('held_until')
        .limit(limit)
        .execute(),
    /** False: another node was faster. */
    take: async (userId: Id, importId: Id, now: number, until: number): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('import_run')
        .set((run) => ({ held_until: until, tries: run('tries', '+', 1) }))
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('held_until', '<=', now)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Extends the time for which its node holds it, and records progress. `until` 0 releases it. */
    hold: async (userId: Id, importId: Id, until: number): Promise<void> => {
      await db
        .updateTable('import_run')
        .set({ held_until: until, tries: 0 })
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .execute()
    },
    pieces: (
      userId: Id,
      importId: Id,
      kind: 'part' | 'open' | 'done',
      after: number,
      limit: number,
    ): Promise<StoredPiece[]> =>
      piecesOf(userId, importId)
        .select(['number', 'body'])
        .where('kind', '=', kind)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    isOpen: async (userId: Id, importId: Id, number: number): Promise<boolean> => {
      const piece = await piecesOf(userId, importId)
        .select('kind')
        .where('number', '=', number)
        .executeTakeFirst()
      return piece?.kind === 'open'
    },
    /** Replaces pending work by its outcome. */
    close: async (userId: Id, importId: Id, { number, body }: StoredPiece): Promise<void> => {
      await db
        .updateTable('import_piece')
        .set({ kind: 'done', body })
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('number', '=', number)
        .execute()
    },
    removePieces: async (userId: Id, importId: Id, numbers: readonly number[]): Promise<void> => {
      await db
        .deleteFrom('import_piece')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('number', 'in', numbers)
        .execute()
    },
    /** Removes the run of a finished import, unless it is being undone. */
    remove: async (userId: Id, importId: Id): Promise<void> => {
      await db
        .deleteFrom('import_run')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('undo_step', 'is', null)
        .execute()
    },
    /** Records the progress of an undo, and extends the time for which its node holds it. */
    noteUndo: async (
      userId: Id,
      importId: Id,
      { step, removed }: UndoProgress,
      until: number,
    ): Promise<void> => {
      const progress = { held_until: until, tries: 0, undo_step: step, undo_removed: removed }
      await db
        .insertInto('import_run')
        .values({ user_id: userId, import_id: importId, ...progress })
        .onConflict((key) => key.columns(['user_id', 'import_id']).doUpdateSet(progress))
        .execute()
    },
    endUndo: async (userId: Id, importId: Id): Promise<void> => {
      await db
        .updateTable('import_run')
        .set({ undo_step: null, undo_removed: null })
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .execute()
    },
  }
}
