import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import { inSavepoint } from './savepoint.ts'
import { openSqlite } from './sqlite.ts'
import type { Hint, Store, StoreTransaction } from './store.ts'
import type { Db } from './tables/db.ts'
import { tablesOn } from './tables/index.ts'
import { lockUser } from './tables/users.ts'
import type { Transact } from './transact.ts'

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
  const { reader, aside, transact, scrub, backup, close } = openSqlite(join(dataDir, DATABASE_FILE))
  const listeners = new Set<(hint: Hint) => void>()
  return {
    ...common(reader, transact, 'sqlite'),
    aside: tablesOn(aside),
    announce: async (hints) => {
      for (const hint of hints) for (const hear of listeners) hear(hint)
    },
    listen: async (hear) => {
      listeners.add(hear)
      return async () => {
        listeners.delete(hear)
      }
    },
    scrub,
    backup: async (path) => ok(await backup(path)),
    close: async () => close(),
  }
}

async function openOnPostgres(url: string, { onError = () => undefined }: StoreOptions): Promise<Store> {
  // A server on SQLite starts sooner without the driver.
  const [{ openPostgres }, { postgresHints }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-hints.ts'),
  ])
  const { reader, transact, pool } = openPostgres(url, onError)
  const hints = postgresHints(url, pool, onError)
  return {
    ...common(reader, transact, 'postgres'),
    aside: tablesOn(reader),
    announce: hints.announce,
    listen: hints.listen,
    scrub: async () => undefined,
    backup: async () => refused('not-a-file'),
    close: async () => {
      await hints.close()
      await pool.end()
    },
  }
}

function common(reader: Db, transact: Transact, dialect: Dialect) {
  const transactions = new WeakMap<Db, StoreTransaction>()
  const transactionOn = (tx: Db): StoreTransaction => {
    const known = transactions.get(tx) ?? {
      ...tablesOn(tx),
      lockUser: (id) => lockUser(tx, id, dialect === 'postgres'),
      attempt: (work) => inSavepoint(tx, 'attempt', work),
    }
    transactions.set(tx, known)
    return known
  }
  return {
    ...tablesOn(reader),
    dialect,
    transact: <T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>) =>
      transact((tx) => work(transactionOn(tx))),
    migrate: () => migrate(transact, dialect, MIGRATIONS, Date.now()),
    isReady: () => isReady(reader),
  }
}

async function isReady(db: Db): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
    const done = new Set(rows.map((row) => row.name))
    return MIGRATIONS.every((migration) => done.has(migration.name))
  } catch {
    // Not reachable, or no migration has ever run: both mean "not ready".
    return false
  }
}
