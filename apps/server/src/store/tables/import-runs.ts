import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { ImportPieceTable, ImportRunTable } from '../schema-identity.ts'
import type { Db } from './db.ts'

export type ImportRun = Selectable<ImportRunTable>
export type StoredPiece = Pick<Selectable<ImportPieceTable>, 'number' | 'body'>

/** Imports that are not over, and the pieces of their work. */
export function importRunsTable(db: Db) {
  const piecesOf = (userId: Id, importId: Id) =>
    db.selectFrom('import_piece').where('user_id', '=', userId).where('import_id', '=', importId)
  return {
    insert: async (run: ImportRun): Promise<void> => {
      await db.insertInto('import_run').values(run).execute()
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
    /** Imports that no node has to itself, the longest left ones first. */
    unheld: (now: number, limit: number): Promise<ImportRun[]> =>
      db
        .selectFrom('import_run')
        .selectAll()
        .where('held_until', '<=', now)
        .orderBy('held_until')
        .limit(limit)
        .execute(),
    /** Takes one on; false: another node was faster. */
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
    /** Says how long its node has it to itself, and that it has come further; 0 leaves it to any node. */
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
    /** Keeps what came of a piece in its place. */
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
    remove: async (userId: Id, importId: Id): Promise<void> => {
      await db
        .deleteFrom('import_run')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .execute()
    },
  }
}
