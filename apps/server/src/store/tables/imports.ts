import type { Id } from '@cardinal/domain'
import type { Selectable } from 'kysely'
import type { ImportAdditionTable, ImportJobTable } from '../schema-identity.ts'
import { type Db, writeInBatches } from './db.ts'

export type StoredImport = Selectable<ImportJobTable>
export type StoredAddition = Selectable<ImportAdditionTable>

/** Imports with their progress and receipts. */
export function importsTable(db: Db) {
  return {
    insert: async (job: StoredImport): Promise<void> => {
      await db.insertInto('import_job').values(job).execute()
    },
    byId: async (userId: Id, id: Id): Promise<StoredImport | undefined> =>
      db
        .selectFrom('import_job')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** The newest ones, without their long lists. */
    newest: async (userId: Id, limit: number): Promise<Omit<StoredImport, 'failed' | 'made'>[]> =>
      db
        .selectFrom('import_job')
        .select([
          'user_id',
          'id',
          'workspace_id',
          'state',
          'is_dry_run',
          'rows',
          'handled',
          'created',
          'duplicates',
          'tags',
          'created_at',
          'updated_at',
        ])
        .where('user_id', '=', userId)
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
    isRunning: async (userId: Id, id: Id): Promise<boolean> => {
      const row = await db
        .selectFrom('import_job')
        .select('state')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.state === 'running'
    },
    addAdditions: (additions: readonly StoredAddition[]): Promise<void> =>
      writeInBatches(additions, (batch) => db.insertInto('import_addition').values(batch).execute()),
    /** What an import added to cards that were there, the last first. */
    additionsOf: async (userId: Id, importId: Id): Promise<StoredAddition[]> =>
      db
        .selectFrom('import_addition')
        .selectAll()
        .where('user_id', '=', userId)
        .where('import_id', '=', importId)
        .orderBy('row', 'desc')
        .execute(),
    removeBefore: async (time: number): Promise<void> => {
      await db.deleteFrom('import_job').where('created_at', '<', time).execute()
    },
  }
}
