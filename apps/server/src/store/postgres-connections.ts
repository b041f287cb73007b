import type { Result } from '@cardinal/domain'
import { type CompiledQuery, PostgresAdapter, PostgresQueryCompiler, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Db } from './tables/db.ts'
import { type Answering, type Inside, inSavepoint, kyselyOver, Pipelined } from './transactions.ts'

export class Undone extends Error {
  constructor(cause: unknown) {
    super('The transaction was rolled back.', { cause })
  }
}

class Connection {
  readonly client: pg.PoolClient
  readonly session: PostgresSession
  readonly #parts: Part[] = []

  constructor(client: pg.PoolClient) {
    this.client = client
    this.session = new PostgresSession(client)
  }

  /** @param place 0: the transaction is for a single caller; from 1 on: for one of several callers that share it */
  part(place: number): Part {
    this.#parts[place] ??= new Part(this.session, { isShared: place > 0 })
    return this.#parts[place]
  }
}

/**
 * Whether a prepared statement would now return other columns, because a newer node has migrated the database. The
 * statement keeps failing on its connection. PostgreSQL has no SQLSTATE for this.
 */
function isPlanOutdated(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}

export class Connections implements Answering {
  readonly #pool: pg.Pool
  readonly #connectionByClient = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Runs a query on a free connection, outside of transactions. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { client, session } = await this.#take()
    try {
      const result = await session.executeQuery<R>(query)
      client.release()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isPlanOutdated(error)) client.release()
      else this.#discard(client, error as Error)
      throw error
    }
  }

  /**
   * Runs work in a transaction on a free connection. COMMIT is sent right after the last statement; if a statement
   * failed, the database rolls back and says so.
   *
   * @throws `Undone` if the transaction was certainly rolled back; another error if the connection broke
   */
  async begin<T>(work: (connection: Connection) => Promise<{ isKept: boolean; value: T }>): Promise<T> {
    const connection = await this.#take()
    const { client, session } = connection
    session.pipelined.end()
    try {
      session.pipelined.add(session.ask('begin'))
      const { isKept, value } = await work(connection)
      await (isKept ? session.commit() : session.ask('rollback'))
      client.release()
      return value
    } catch (error) {
      const cause = session.pipelined.failure ?? error
      try {
        await session.ask('rollback')
      } catch (broken) {
        this.#discard(client, broken as Error)
        throw cause
      }
      if (isPlanOutdated(cause)) this.#discard(client, cause as Error)
      else client.release()
      throw new Undone(cause)
    }
  }

  /**
   * Closes a connection that is broken, silent or outdated. Closes all idle ones too, which probably have the same
   * problem.
   */
  #discard(client: pg.PoolClient, error: Error): void {
    client.release(error)
    for (let idle = this.#pool.idleCount; idle > 0; idle--)
      this.#pool.connect().then(
        (suspect) => suspect.release(true),
        () => undefined,
      )
  }

  async #take(): Promise<Connection> {
    const client = await this.#pool.connect()
    const connection = this.#connectionByClient.get(client) ?? new Connection(client)
    this.#connectionByClient.set(client, connection)
    return connection
  }
}

/** Prepared statements kept per connection. */
const STATEMENTS_KEPT = 500
/** UTF-16 units. Longer statements are rare, and are not kept prepared. */
const LONGEST_KEPT = 4_000

/** Names of prepared statements by their text. The driver prepares each on a connection at its first use there. */
const names = new Map<string, string>()

/**
 * One connection. Statements issued without waiting are sent together. After a failed statement, the later ones of
 * its transaction fail too.
 */
class PostgresSession implements Answering {
  readonly #client: pg.PoolClient
  /** Pipelined writes of the open transaction. */
  readonly pipelined = new Pipelined()

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, command, rowCount } = await this.ask(sql, parameters)
    return command === 'SELECT'
      ? { rows: rows as R[] }
      : { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  ask(text: string, values: readonly unknown[] = []): Promise<pg.QueryResult> {
    const name = nameOf(text)
    return this.#client.query({ text, values: [...values], ...(name !== undefined && { name }) })
  }

  /** Waits for all pipelined writes. Does not send COMMIT if one has failed. */
  async commit(): Promise<void> {
    await this.pipelined.settle()
    const { failure } = this.pipelined
    if (failure !== null) throw failure
    const { command } = await this.ask('commit')
    if (command !== 'COMMIT') throw new Error('A statement of this transaction has failed.')
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || text.length > LONGEST_KEPT || names.size >= STATEMENTS_KEPT) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const LANGUAGE = { adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }

export function postgresOver(answering: Answering): Db {
  return kyselyOver(answering, LANGUAGE)
}

/** A transaction as one caller sees it. Several callers may share the transaction. */
export class Part implements Answering, Inside {
  readonly db: Db
  readonly #session: PostgresSession
  hasWritten = false
  hasAttempted = false
  /** Whether a part of the transaction was refused or failed after it had written. */
  mustRollBack = false
  /** Whether each attempt runs in a savepoint. */
  isCareful = false
  hasPassed = false
  readonly skip: (() => void) | null

  constructor(session: PostgresSession, { isShared }: { isShared: boolean }) {
    this.#session = session
    this.skip = isShared ? this.#skip : null
    this.db = postgresOver(this)
  }

  begin(isCareful: boolean): void {
    this.hasWritten = false
    this.hasAttempted = false
    this.mustRollBack = false
    this.isCareful = isCareful
    this.hasPassed = false
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (query.query.kind !== 'SelectQueryNode') this.hasWritten = true
    return this.#session.executeQuery(query)
  }

  readonly #skip = (): void => {
    this.hasPassed = true
  }

  pipeline(write: Promise<unknown>): void {
    this.#session.pipelined.add(write)
  }

  /**
   * Runs work that may be refused without ending the transaction. At first without a savepoint, which costs as much
   * as a small change and is rarely needed. If one turns out to be needed, the transaction runs again with
   * savepoints.
   */
  async attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>> {
    this.hasAttempted = true
    if (this.isCareful) return inSavepoint(this.db, 'attempt', work, this.#session.pipelined)
    const hadWritten = this.hasWritten
    this.hasWritten = false
    let isRefused = true
    try {
      const result = await work()
      isRefused = !result.ok
      return result
    } finally {
      if (isRefused && this.hasWritten) this.mustRollBack = true
      this.hasWritten ||= hadWritten
    }
  }
}
