import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Result } from '@cardinal/domain'
import SqliteFile from 'better-sqlite3'
import { type CompiledQuery, type QueryResult, SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { isTurnLong, shortTurn } from '../lib/waiting.ts'
import type { Db } from './tables/db.ts'
import {
  type Answering,
  type Inside,
  inSavepoint,
  kyselyOver,
  Pipelined,
  type Transact,
  TransactionLost,
  type Work,
} from './transactions.ts'

/** Connections to one file in WAL mode: readers continue during a write transaction. */
export interface SqliteConnections {
  readonly reader: Db
  readonly transact: Transact
  /** See `Store.scrub`. */
  scrub(maxBytes: number): Promise<void>
  /** Copies the database, while it is in use, into a new file. */
  backup(path: string): Promise<void>
  close(): void
}

/** ms that a writing statement waits for another process's lock. The wait blocks this process. */
const BUSY_WAITS = 20

/** SQLite's default. */
const PAGE_BYTES = 4_096

/** Opens or creates the database file, with WAL and synchronous FULL: a commit is on the disk before it returns. */
export function openSqlite(path: string): SqliteConnections {
  const writing = new SqliteFile(path)
  writing.pragma(`busy_timeout = ${BUSY_WAITS}`)
  writing.pragma('journal_mode = WAL')
  writing.pragma('synchronous = FULL')
  writing.pragma('foreign_keys = ON')
  // `checkpoint` does this in a turn of the event loop of its own.
  writing.pragma('wal_autocheckpoint = 0')
  // Deleted data is overwritten, so that nothing of a deleted account stays in the file.
  writing.pragma('secure_delete = ON')
  const reading = new SqliteFile(path, { readonly: true })
  reading.pragma('busy_timeout = 5000')
  const commits = new SharedCommits(writingOn(writing))
  return {
    reader: dbOn(new ReadingConnection(writing, reading)),
    transact: (work) => commits.transact(work),
    scrub: (maxBytes) => commits.alone(() => scrub(writing, maxBytes)),
    // One snapshot, without blocking writers. It has the present rows only, no bytes of deleted ones.
    backup: async (to) => {
      writing.prepare('vacuum into ?').run(to)
    },
    close: () => {
      reading.close()
      writing.close()
    },
  }
}

function bytesOf(file: SqliteFile.Database): number {
  return Number(file.pragma('page_count', { simple: true })) * PAGE_BYTES
}

function scrub(file: SqliteFile.Database, maxBytes: number): void {
  try {
    // Overwriting misses bytes that SQLite had moved within a page.
    if (bytesOf(file) <= maxBytes) file.exec('vacuum')
  } catch (error) {
    // Another process has the lock. The next call tries again.
    if (!isBusy(error)) throw error
  }
  file.pragma('wal_checkpoint(truncate)')
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteFile.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function dbOn(connection: Answering): Db {
  return kyselyOver(connection, { adapter: new SqliteAdapter(), compiler: new SqliteQueryCompiler() })
}

/** ms after which a transaction stops waiting for another process, and ms between two attempts. */
const BEGIN_TIMEOUT_MS = 5_000
const BEGIN_RETRY_MS = 5

/**
 * Each transaction begins IMMEDIATE, so that it waits for another process (a command, a backup) instead of failing
 * at its first write. The wait does not block this process.
 */
function writingOn(file: SqliteFile.Database): WritingConnection {
  const begin = file.prepare('begin immediate')
  const commit = file.prepare('commit')
  const connection = new SqliteConnection(file, { mayWrite: true })
  return {
    db: dbOn(connection),
    answered: () => connection.answered(),
    pipelined: new Pipelined(),
    begin: async () => {
      const deadline = Date.now() + BEGIN_TIMEOUT_MS
      for (;;) {
        try {
          begin.run()
          return
        } catch (error) {
          if (!isBusy(error) || Date.now() > deadline) throw error
          await setTimeout(BEGIN_RETRY_MS)
        }
      }
    },
    isInTransaction: () => file.inTransaction,
    commit: () => {
      commit.run()
    },
    needsCheckpoint: () => checkpoint(file, 'noop') >= LOGGED_PAGES,
    checkpoint: () => void checkpoint(file, 'passive'),
    rollback: () => {
      if (file.inTransaction) file.exec('rollback')
    },
  }
}

/** Pages in the log from which a checkpoint runs; SQLite's own default. */
const LOGGED_PAGES = 1_000

/** Runs a checkpoint. Returns the number of pages that are only in the log. Closing the store moves the rest. */
function checkpoint(file: SqliteFile.Database, mode: 'noop' | 'passive'): number {
  if (!file.open) return 0
  try {
    const [found] = file.pragma(`wal_checkpoint(${mode})`) as { log: number; checkpointed: number }[]
    return found === undefined ? 0 : found.log - found.checkpointed
  } catch (error) {
    if (!(error instanceof SqliteFile.SqliteError)) throw error
    // The next checkpoint tries again, as in SQLite.
    return 0
  }
}

const STATEMENTS_KEPT = 200

/** A prepared statement with its column names; none if it returns no rows. */
interface PreparedStatement {
  readonly statement: SqliteFile.Statement
  readonly names: readonly string[]
}

/**
 * Keeps statements prepared; Kysely's own driver prepares each one again. Statements run in the order of the calls:
 * at once, or, if this turn of the event loop is long already, in a later one.
 */
class SqliteConnection implements Answering {
  readonly #file: SqliteFile.Database
  readonly #mayWrite: boolean
  readonly #statements = new Map<string, PreparedStatement>()
  /** Settles after the statements that wait for a later turn of the event loop; null: none wait. */
  #waiting: Promise<unknown> | null = null

  constructor(file: SqliteFile.Database, { mayWrite }: { mayWrite: boolean }) {
    this.#file = file
    this.#mayWrite = mayWrite
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#waiting === null && !isTurnLong()) return this.run(query)
    const before = this.#waiting
    const answer = (async () => {
      await before
      if (isTurnLong()) await shortTurn()
      return this.run<R>(query)
    })()
    const waiting = answer.then(
      () => undefined,
      () => undefined,
    )
    this.#waiting = waiting
    try {
      return await answer
    } finally {
      if (this.#waiting === waiting) this.#waiting = null
    }
  }

  async answered(): Promise<void> {
    while (this.#waiting !== null) await this.#waiting
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, names } = this.#prepare(sql)
    if (statement.reader) return { rows: named(names, statement.all(parameters) as unknown[][]) as R[] }
    const { changes } = statement.run(parameters)
    return { numAffectedRows: BigInt(changes), rows: [] }
  }

  #prepare(sql: string): PreparedStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#file.prepare(sql)
    if (!this.#mayWrite && !statement.readonly) throw new Error('Only a transaction may write.')
    const names = statement.reader ? statement.columns().map(({ name }) => name) : []
    if (statement.reader) statement.raw()
    const kept = { statement, names }
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    this.#statements.set(sql, kept)
    return kept
  }
}

/**
 * Reads on the writing connection unless a transaction is open there, else on a connection of its own. SQLite drops
 * a connection's page cache whenever another connection commits.
 */
class ReadingConnection extends SqliteConnection {
  readonly #writing: SqliteFile.Database
  readonly #whileItIsWritten: SqliteConnection

  constructor(writing: SqliteFile.Database, reading: SqliteFile.Database) {
    super(writing, { mayWrite: false })
    this.#writing = writing
    this.#whileItIsWritten = new SqliteConnection(reading, { mayWrite: false })
  }

  override run<R>(query: CompiledQuery): QueryResult<R> {
    return this.#writing.inTransaction ? this.#whileItIsWritten.run(query) : super.run(query)
  }
}

/**
 * Builds row objects with column names that were read once per result. The driver would read them for every value.
 */
function named(names: readonly string[], rows: readonly unknown[][]): Record<string, unknown>[] {
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
    return row
  })
}

/** Most transactions per commit. */
const MAX_TRANSACTIONS = 100
/** ms after the start of the first transaction in which others may join its commit. */
const JOIN_WITHIN_MS = 15

interface WritingConnection {
  readonly db: Db
  readonly pipelined: Pipelined
  /** Resolves when no statement waits. */
  answered(): Promise<void>
  begin(): Promise<void>
  /** False: SQLite has ended the transaction by itself, as it does when the disk is full. */
  isInTransaction(): boolean
  commit(): void
  rollback(): void
  needsCheckpoint(): boolean
  checkpoint(): void
}

/** A transaction that shares a commit. */
interface Member {
  /** Runs the transaction. Rejects if the shared commit can no longer succeed. */
  run(connection: WritingConnection): Promise<void>
  /** Settles the caller's promise after the commit. */
  settle(): void
  fail(error: unknown): void
}

/**
 * Runs transactions on a database with one writer. Transactions that arrive together run one after the other and
 * share one commit, because waiting for the disk is most of the cost of a small change. A refusal or a throw rolls
 * back only its own transaction.
 *
 * Invariant: no caller gets a result before the commit.
 */
class SharedCommits {
  readonly #connection: WritingConnection
  readonly #waiting: Member[] = []
  readonly #alone: (() => void)[] = []
  #isRunning = false

  constructor(connection: WritingConnection) {
    this.#connection = connection
  }

  transact<T, E>(work: Work<T, E>): Promise<Result<T, E>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(memberOf(work, resolve, reject))
      if (!this.#isRunning) this.#run()
    })
  }

  /** Runs `work` between two commits, while no transaction is open. */
  alone(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#alone.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
      if (!this.#isRunning) this.#run()
    })
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0 || this.#alone.length > 0) {
      // Let the requests that have already arrived add their transactions.
      await setImmediate()
      for (const work of this.#alone.splice(0)) work()
      if (this.#waiting.length > 0) await this.#share()
      if (!this.#connection.needsCheckpoint()) continue
      // A large commit has already made this turn of the event loop long.
      await setImmediate()
      this.#connection.checkpoint()
    }
    this.#isRunning = false
  }

  async #share(): Promise<void> {
    const members: Member[] = []
    try {
      await this.#connection.begin()
      this.#connection.pipelined.end()
      await this.#runMembers(members)
      this.#connection.commit()
    } catch (error) {
      await this.#connection.answered()
      this.#connection.rollback()
      // If BEGIN failed, the waiting transactions fail too.
      for (const member of members.length > 0 ? members : this.#waiting.splice(0)) member.fail(error)
      return
    }
    for (const member of members) member.settle()
  }

  async #runMembers(members: Member[]): Promise<void> {
    const start = performance.now()
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      members.push(next)
      await next.run(this.#connection)
      await this.#connection.answered()
      if (!this.#connection.isInTransaction()) throw new Error('The database has ended a transaction.')
      if (members.length === MAX_TRANSACTIONS || performance.now() - start > JOIN_WITHIN_MS) return
    }
  }
}

function memberOf<T, E>(
  work: Work<T, E>,
  resolve: (result: Result<T, E>) => void,
  reject: (error: unknown) => void,
): Member {
  let settle: () => void = () => undefined
  return {
    run: async ({ db, pipelined }) => {
      const inside: Inside = {
        attempt: (part) => inSavepoint(db, 'attempt', part, pipelined),
        pipeline: (write) => pipelined.add(write),
        skip: null,
      }
      try {
        const result = await inSavepoint(db, 'member', () => work(db, inside), pipelined)
        settle = () => resolve(result)
      } catch (error) {
        if (error instanceof TransactionLost) throw error.cause
        settle = () => reject(error)
      }
    },
    settle: () => settle(),
    fail: reject,
  }
}
