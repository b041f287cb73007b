import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { type Kysely, sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import type { Hint, Store, StoreTransaction } from './store.ts'
import { tablesOn } from './tables/index.ts'
import { lockUser } from './tables/users.ts'

/** Where the data lies, and whom to tell of trouble that no caller waits for. */
export interface StoreOptions {
  /** A PostgreSQL address; null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** Told of connections that break while idle. */
  readonly onError?: (error: Error) => void
}

/** The database file inside the data folder. */
export const DATABASE_FILE = 'cardinal.sqlite'

/** Opens the store. Nothing is migrated yet. Rejects when the folder cannot be made or the file not opened. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return options.databaseUrl === null ? openOnSqlite(options) : openOnPostgres(options.databaseUrl, options)
}

function openOnSqlite({ dataDir }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true })
  const { writer, reader, backup, close } = openSqlite(join(dataDir, DATABASE_FILE))
  const listeners = new Set<(hint: Hint) => void>()
  return {
    ...tablesOn(reader),
    ...common(writer, reader, 'sqlite'),
    announce: async (hints) => {
      for (const hint of hints) for (const hear of listeners) hear(hint)
    },
    listen: async (hear) => {
      listeners.add(hear)
      return async () => {
        listeners.delete(hear)
      }
    },
    backup: async (path) => ok(await backup(path)),
    close: async () => {
      await reader.destroy()
      await writer.destroy()
      close()
    },
  }
}

async function openOnPostgres(url: string, { onError = () => undefined }: StoreOptions): Promise<Store> {
  // A server on SQLite starts sooner without the driver.
  const [{ openPostgres }, { postgresHints }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-hints.ts'),
  ])
  const { db, pool } = openPostgres(url, onError)
  const hints = postgresHints(url, pool, onError)
  return {
    ...tablesOn(db),
    ...common(db, db, 'postgres'),
    announce: hints.announce,
    listen: hints.listen,
    backup: async () => refused('not-a-file'),
    close: async () => {
      await hints.close()
      await db.destroy()
    },
  }
}

function common(writer: Kysely<Database>, reader: Kysely<Database>, dialect: Dialect) {
  return {
    dialect,
    transact: <T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>) =>
      transact(writer, dialect, work),
    migrate: () => migrate(writer as unknown as Kysely<unknown>, dialect, MIGRATIONS, Date.now()),
    isReady: () => isReady(reader),
  }
}

/** Carries a refusal out of Kysely's transaction, which only a throw rolls back. */
class RolledBack<E> extends Error {
  readonly refusal: E

  constructor(refusal: E) {
    super('rolled back')
    this.refusal = refusal
  }
}

async function transact<T, E>(
  db: Kysely<Database>,
  dialect: Dialect,
  work: (tx: StoreTransaction) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work({
        ...tablesOn(tx),
        lockUser: (id) => lockUser(tx, id, dialect === 'postgres'),
      })
      if (!result.ok) throw new RolledBack(result.error)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return refused(error.refusal as E)
    throw error
  }
}

async function isReady(db: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
    const done = new Set(rows.map((row) => row.name))
    return MIGRATIONS.every((migration) => done.has(migration.name))
  } catch {
    // Not reachable, or no migration has ever run: both mean "not ready".
    return false
  }
}
