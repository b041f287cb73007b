import { setTimeout } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database } from './schema.ts'

/** Two connections on one file: WAL lets the reader go on while the writer is in a transaction. */
export interface SqliteConnections {
  readonly writer: Kysely<Database>
  readonly reader: Kysely<Database>
  /** Copies the whole database, while it is in use, into another file. */
  backup(path: string): Promise<void>
  /** Lets go of the file. Kysely alone would not: it leaves open what it was never asked to query. */
  close(): void
}

/**
 * More pages than a database has. A backup in one step reads one snapshot, and writers go on beside it. In
 * several steps it would begin anew after each change by another process, and beside a busy server never end.
 */
const ALL_PAGES = 0x7fffffff

/** Opens (and creates) the database file with what durability asks for: WAL and synchronous FULL. */
export function openSqlite(path: string): SqliteConnections {
  const writing = new SqliteFile(path)
  writing.pragma('busy_timeout = 20')
  writing.pragma('journal_mode = WAL')
  writing.pragma('synchronous = FULL')
  writing.pragma('foreign_keys = ON')
  const reading = new SqliteFile(path, { readonly: true })
  reading.pragma('busy_timeout = 5000')
  return {
    writer: kyselyOn(writing),
    reader: kyselyOn(reading),
    backup: async (to) => {
      await writing.backup(to, { progress: () => ALL_PAGES })
    },
    close: () => {
      reading.close()
      writing.close()
    },
  }
}

function kyselyOn(file: SqliteFile.Database): Kysely<Database> {
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new SqliteDriver(file),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: () => {
        throw new Error('The store knows its own schema; nothing looks it up.')
      },
    },
  })
}

/** How long a transaction waits for its turn among processes, and between two tries, in ms. */
const BEGIN_WAITS = 5_000
const BEGIN_RETRY = 5

/**
 * Kysely's driver for one connection, with two differences from its own: a transaction begins IMMEDIATE,
 * so that it waits for another process instead of failing at its first write, and statements stay prepared.
 */
class SqliteDriver implements Driver {
  readonly #file: SqliteFile.Database
  readonly #connection: SqliteConnection
  #turn: Promise<void> = Promise.resolve()
  #endTurn: () => void = () => undefined

  constructor(file: SqliteFile.Database) {
    this.#file = file
    this.#connection = new SqliteConnection(file)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn
    let endTurn: () => void = () => undefined
    this.#turn = new Promise((resolve) => {
      endTurn = resolve
    })
    await before
    this.#endTurn = endTurn
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn()
  }

  /** Where another process (a command, a backup) writes just now, waits without holding up this one. */
  async beginTransaction(): Promise<void> {
    const deadline = Date.now() + BEGIN_WAITS
    for (;;) {
      try {
        this.#file.exec('begin immediate')
        return
      } catch (error) {
        const isBusy = error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
        if (!isBusy || Date.now() > deadline) throw error
        await setTimeout(BEGIN_RETRY)
      }
    }
  }

  async commitTransaction(): Promise<void> {
    this.#file.exec('commit')
  }

  async rollbackTransaction(): Promise<void> {
    if (this.#file.inTransaction) this.#file.exec('rollback')
  }

  async destroy(): Promise<void> {
    this.#file.close()
  }
}

const STATEMENTS_KEPT = 200

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile.Database
  readonly #statements = new Map<string, SqliteFile.Statement>()

  constructor(file: SqliteFile.Database) {
    this.#file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(sql)
    if (statement.reader) return { rows: statement.all(parameters) as R[] }
    const { changes } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Rows are read page by page; nothing streams.')
  }

  #prepare(sql: string): SqliteFile.Statement {
    const kept = this.#statements.get(sql)
    if (kept !== undefined) return kept
    const statement = this.#file.prepare(sql)
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}
