import type { Id } from '@cardinal/domain'
import { type Selectable, sql } from 'kysely'
import type {
  ImportAdditionTable,
  ImportJobTable,
  ImportPieceTable,
  ImportRunTable,
} from '../schema-identity.ts'
import { type Db, writeInBatches } from './db.ts'

export type StoredImport = Selectable<ImportJobTable>
/** An import, with the time until which a node holds it. Null: it has finished, or its work is lost. */
export type ListedImport = StoredImport & { readonly held_until: number | null }
type UndoState = Pick<StoredImport, 'state'> & {
  readonly held_until: number | null
  readonly undo_step: number | null
  readonly undo_removed: number | null
}
export type StoredAddition = Selectable<ImportAdditionTable>

export function importsTable(db: Db) {
  return {
    insert: async (job: StoredImport): Promise<void> => {
      await db.insertInto('import_job').values(job).execute()
    },
    byId: async (userId: Id, id: Id): Promise<ListedImport | undefined> =>
      withRun(db)
        .selectAll('import_job')
        .select('held_until')
        .where('import_job.user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** Newest first, without the long columns. */
    newest: async (userId: Id, limit: number): Promise<Omit<ListedImport, 'failed' | 'made'>[]> =>
      withRun(db)
        .select([
          'import_job.user_id',
          'id',
          'workspace_id',
          'state',
          'is_dry_run',
          'rows',
          'handled',
          'created',
          'duplicates',
          'tags',
          'file_name',
          'created_at',
          'updated_at',
          'held_until',
        ])
        .where('import_job.user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    update: async (
      userId: Id,
      id: Id,
      patch: Partial<Omit<StoredImport, 'user_id' | 'id'>>,
    ): Promise<void> => {
      await db
        .updateTable('import_job')
        .set(patch)
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    /** Whether an import has finished, and how far its undo is, without the long columns. */
    undoStateOf: async (userId: Id, id: Id): Promise<UndoState | undefined> =>
      withRun(db)
        .select(['state', 'held_until', 'undo_step', 'undo_removed'])
        .where('import_job.user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),
    isRunning: async (userId: Id, id: Id): Promise<boolean> => {
      const row = await db
        .selectFrom('import_job')
        .select('state')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.state === 'running'
    },
    advance: async (
      userId: Id,
      id: Id,
      by: Pick<StoredImport, 'handled' | 'created' | 'tags'>,
      now: number,
    ): Promise<void> => {
      await db
        .updateTable('import_job')
        .set({
          handled: sql`handled + ${by.handled}`,
          created: sql`created + ${by.created}`,
          tags: sql`tags + ${by.tags}`,
          updated_at: now,
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .execute()
    },
    addAdditions: (additions: readonly StoredAddition[]): Promise<void> =>
      writeInBatches(additions, (batch) => db.insertInto('import_addition').values(batch).execute()),
    /** What an import added to existing cards; last row first. */
    additionsOf: async (userId: Id, importId: Id, limit: number): Promise<StoredAddition[]> =>
      db
        .selectFrom('import_addition')
        .selectAll()
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .orderBy('row', 'desc')
        .limit(limit)
        .execute(),
    /** Removes additions that were undone: those of this row of the file and of later rows. */
    removeAdditions: async (userId: Id, importId: Id, fromRow: number): Promise<void> => {
      await db
        .deleteFrom('import_addition')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('row', '>=', fromRow)
        .execute()
    },
    /** Number of existing cards that an import has changed. */
    countUpdated: async (userId: Id, importId: Id): Promise<number> => {
      const row = await db
        .selectFrom('import_addition')
        .select((one) => one.fn.count<number | string>('card_id').distinct().as('cards'))
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .executeTakeFirst()
      return Number(row?.cards ?? 0)
    },
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('import_job').where('created_at', '<', time).execute()
    },
  }
}

function withRun(db: Db) {
  return db
    .selectFrom('import_job')
    .leftJoin('import_run', (run) =>
      run
        .onRef('import_run.user_id', '=', 'import_job.user_id')
        .onRef('import_run.import_id', '=', 'import_job.id'),
    )
}

export type ImportRun = Selectable<ImportRunTable>
export type StoredPiece = Pick<Selectable<ImportPieceTable>, 'number' | 'body'>

interface UndoProgress {
  /** The next step of the undo, from 0. */
  readonly step: number
  /** Cards that the undo has deleted so far. */
  readonly removed: number
}

/** Imports that run or are being undone, with their stored work. */
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
    /** False: another node took it first. */
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
    /** Extends the time for which the node holds the import, and records progress. `until` 0 releases it. */
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
    /** Replaces work by its outcome. */
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
    /** Removes the record of a finished import, unless the import is being undone. */
    remove: async (userId: Id, importId: Id): Promise<void> => {
      await db
        .deleteFrom('import_run')
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .where('undo_step', 'is', null)
        .execute()
    },
    /** Records how far an undo is, and extends the time for which the node holds it. */
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
