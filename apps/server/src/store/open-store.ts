import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ok, type Result, refused } from '@cardinal/domain'
import { sql } from 'kysely'
import type { StoragePlace } from '../lib/storage-place.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations/newest.ts'
import { ObjectStorage } from './object-storage.ts'
import { openSqlite } from './sqlite.ts'
import type { Hint, Store, StoreTransaction } from './store.ts'
import type { Db } from './tables/db.ts'
import { tablesOn } from './tables/index.ts'
import { lockUser } from './tables/users.ts'
import type { Dialect, Inside, Transact } from './transactions.ts'

export interface StoreOptions {
  /** A PostgreSQL address; null: SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** The S3-compatible storage of files; null or absent: they are in the database. */
  readonly filesAt?: StoragePlace | null
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void
}

/** The database file inside the data folder. */
export const DATABASE_FILE = 'cardinal.sqlite'

/** Opens the store without migrating it. Rejects if the folder can't be made or the file can't be opened. */
export async function openStore(options: StoreOptions): Promise<Store> {
  return options.databaseUrl === null ? openOnSqlite(options) : openOnPostgres(options.databaseUrl, options)
}

function openOnSqlite({ dataDir, filesAt }: StoreOptions): Store {
  mkdirSync(dataDir, { recursive: true })
  const { reader, transact, scrub, backup, close } = openSqlite(join(dataDir, DATABASE_FILE))
  const listeners = new Set<(hint: Hint) => void>()
  const objects = filesAt ? new ObjectStorage(filesAt) : null
  const store = common(reader, transact, { dialect: 'sqlite', objects }, transactionsOn('sqlite', objects))
  return {
    ...store,
    migrate: () => migrate(transact, 'sqlite', MIGRATIONS, Date.now()),
    change: (_userId, work) => store.transact(work),
    announce: async (hints) => {
      for (const hint of hints) for (const listener of listeners) listener(hint)
    },
    listen: async (listener) => {
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
      }
    },
    scrub,
    backup: async (path) => ok(await backup(path)),
    close: async () => {
      await objects?.close()
      close()
    },
  }
}

async function openOnPostgres(
  url: string,
  { onError = () => undefined, filesAt }: StoreOptions,
): Promise<Store> {
  // Imported only for PostgreSQL, so that a server on SQLite starts sooner.
  const [{ openPostgres, LONG_STATEMENT_LIMIT_MS }, { postgresHints }] = await Promise.all([
    import('./postgres.ts'),
    import('./postgres-hints.ts'),
  ])
  const { reader, transact, shared, pool } = openPostgres(url, onError)
  const hints = postgresHints(url, pool, onError)
  const objects = filesAt ? new ObjectStorage(filesAt) : null
  const transactionOn = transactionsOn('postgres', objects)
  return {
    ...common(reader, transact, { dialect: 'postgres', objects }, transactionOn),
    migrate: async () => {
      const patient = openPostgres(url, onError, LONG_STATEMENT_LIMIT_MS)
      return migrate(patient.transact, 'postgres', MIGRATIONS, Date.now()).finally(() => patient.pool.end())
    },
    change: (userId, work) => shared.transact(userId, (tx, inside) => work(transactionOn(tx, inside))),
    announce: hints.announce,
    listen: hints.listen,
    scrub: async () => undefined,
    backup: async () => refused('not-a-file'),
    close: async () => {
      await hints.close()
      await objects?.close()
      await pool.end()
    },
  }
}

type TransactionOn = (tx: Db, inside: Inside) => StoreTransaction

/** Query builders of a transaction are reused by later transactions on the same connection. */
function transactionsOn(dialect: Dialect, objects: ObjectStorage | null): TransactionOn {
  const known = new WeakMap<Db, StoreTransaction>()
  return (tx, inside) => {
    const locking = dialect === 'sqlite' ? 'none' : inside.skip === null ? 'wait' : 'skip'
    const transaction = known.get(tx) ?? {
      ...tablesOn(tx, objects),
      lockUser: async (id) => {
        const user = await lockUser(tx, id, locking)
        if (user === undefined) inside.skip?.()
        return user
      },
      attempt: (part) => inside.attempt(part),
      pipeline: (write) => inside.pipeline(write),
    }
    known.set(tx, transaction)
    return transaction
  }
}

function common(
  reader: Db,
  transact: Transact,
  { dialect, objects }: { readonly dialect: Dialect; readonly objects: ObjectStorage | null },
  transactionOn: TransactionOn,
) {
  return {
    ...tablesOn(reader, objects),
    dialect,
    transact: <T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>) =>
      transact((tx, inside) => work(transactionOn(tx, inside))),
    isReady: () => isReady(reader),
    pendingMigrations: () => pendingMigrations(reader),
    clock: () => clock(reader, dialect),
  }
}

async function isReady(db: Db): Promise<boolean> {
  const done = await migrationsOf(db)
  return done !== null && done.size === MIGRATIONS.length && MIGRATIONS.every(({ name }) => done.has(name))
}

async function clock(db: Db, dialect: Dialect): Promise<{ own: number | null; newest: number | null }> {
  const own = dialect === 'postgres' ? sql`extract(epoch from clock_timestamp()) * 1000` : sql`null`
  const { rows } = await sql<{ own: number | string | null; newest: number | string | null }>`select
    ${own} as own, (select max(last_used_at) from session) as newest`.execute(db)
  const time = (value: number | string | null | undefined) => (value == null ? null : Number(value))
  return { own: time(rows[0]?.own), newest: time(rows[0]?.newest) }
}

async function pendingMigrations(db: Db): Promise<string[]> {
  const done = await migrationsOf(db)
  if (done === null || done.size === 0) return []
  return MIGRATIONS.flatMap(({ name }) => (done.has(name) ? [] : [name]))
}

/** The names of the migrations that have run. Null: the database does not answer, or is new. */
async function migrationsOf(db: Db): Promise<ReadonlySet<string> | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(db)
    return new Set(rows.map((row) => row.name))
  } catch {
    return null
  }
}
