import type { Result } from '@cardinal/domain'
import { type CompiledQuery, PostgresAdapter, PostgresQueryCompiler, type QueryResult } from 'kysely'
import pg from 'pg'
import { type Answering, kyselyOver } from './kysely-over.ts'
import type { Db } from './tables/db.ts'
import type { Transact } from './transact.ts'

/** PostgreSQL's number for its 8-byte integers: they come as text unless told otherwise. */
const INT8 = 20

/** A pool of connections. */
export interface PostgresConnections {
  /** Each query takes whichever connection is free. */
  readonly reader: Db
  readonly transact: Transact
  readonly pool: pg.Pool
}

/**
 * Opens a pool. All times and counts fit a double exactly (below 2^53), so 8-byte integers are read as numbers.
 * Statements that a transaction asks without waiting between them are on their way together.
 *
 * @param onError told of connections that break, idle or in use; the pool replaces them
 */
export function openPostgres(url: string, onError: (error: Error) => void): PostgresConnections {
  const options = {
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  }
  const pool = new pg.Pool(options)
  pool.on('error', onError)
  // The pool listens to idle connections alone; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const sessions = new WeakMap<pg.PoolClient, Db>()
  return { reader: dbOn(pool), transact: (work) => transact(pool, sessions, work), pool }
}

const LANGUAGE = { adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }

function dbOn(client: Queryable): Db {
  return kyselyOver(new PostgresConnection(client), LANGUAGE)
}

/** @param sessions what is kept for each connection of the pool */
async function transact<T, E>(
  pool: pg.Pool,
  sessions: WeakMap<pg.PoolClient, Db>,
  work: (tx: Db) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const client = await pool.connect()
  const tx = sessions.get(client) ?? dbOn(together(client))
  sessions.set(client, tx)
  try {
    gather(client)
    // Sent along with the first statement. It fails only where the connection is broken, and then all of them do.
    client.query('begin').catch(() => undefined)
    const result = await work(tx)
    await (result.ok ? commit(client) : client.query('rollback'))
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    )
    throw error
  }
}

/** A transaction in which a statement has failed is rolled back by the database, which calls that a success. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('A statement of this transaction has failed.')
}

/** A connection, or a pool of them. */
interface Queryable {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>
}

/** A connection whose statements leave together where they are asked together. */
function together(client: pg.PoolClient): Queryable {
  return {
    query: (config) => {
      gather(client)
      return client.query(config)
    },
  }
}

/**
 * Holds back what is written to a connection until nothing more can be asked before the event loop goes on: the
 * driver itself hands each statement to the operating system alone, which costs more than the statement.
 */
function gather({ connection: { stream } }: pg.PoolClient): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const NAMES_KEPT = 500
const LONGEST_NAMED = 4_000
const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** The same statement has the same name on every connection: each one prepares it when it comes first. */
const nameBySql = new Map<string, string>()

class PostgresConnection implements Answering {
  readonly #client: Queryable

  constructor(client: Queryable) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = nameOf(sql)
    const query = { text: sql, values: [...parameters], ...(name !== undefined && { name }) }
    const { command, rowCount, rows } = await this.#client.query(query)
    if (!CHANGING.has(command)) return { rows: rows as R[] }
    return { rows: rows as R[], numAffectedRows: BigInt(rowCount ?? 0) }
  }
}

/** Undefined where there are too many statements already, or it is a long and therefore rare one. */
function nameOf(sql: string): string | undefined {
  const known = nameBySql.get(sql)
  if (known !== undefined) return known
  if (sql.length > LONGEST_NAMED || nameBySql.size >= NAMES_KEPT) return undefined
  const name = `s${nameBySql.size}`
  nameBySql.set(sql, name)
  return name
}
