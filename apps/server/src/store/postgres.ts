import pg from 'pg'
import { Connections } from './postgres-connections.ts'
import { postgresOver } from './postgres-part.ts'
import { SharedTransactions } from './postgres-shared.ts'
import { transact } from './postgres-transaction.ts'
import type { Db } from './tables/db.ts'
import type { Transact } from './transact.ts'

export interface PostgresConnections {
  /** Each query takes any free connection. */
  readonly reader: Db
  readonly transact: Transact
  readonly shared: SharedTransactions
  readonly pool: pg.Pool
}

/** Type OID of 8-byte integers, which the driver reads as text. */
const INT8 = 20

/** Times and counts fit a double exactly (below 2^53), so 8-byte integers are read as numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

/** ms per statement. */
const STATEMENT_LIMIT = 10_000
/** ms per statement of migrations and copies, which rewrite whole tables. */
export const LONG_STATEMENT_LIMIT = 3_600_000
/** ms after the database's own timeout before the driver closes the connection. */
const ANSWER_LATE = 1_000

/** Timeouts of every connection: the database ends slow statements; the driver gives up when the network is silent. */
export function connectionOptions(url: string, limit = STATEMENT_LIMIT): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: limit,
    // A silent client's transaction holds its user's lock, and others wait for it.
    idle_in_transaction_session_timeout: limit / 2,
    lock_timeout: limit / 2,
    // With pipelining the driver closes the connection too, because its other statements would wait behind this one.
    query_timeout: limit + ANSWER_LATE,
    pipeline: true,
  }
}

/**
 * Timeouts in the address (`?statement_timeout=`, in ms) override these.
 *
 * @param onError called when a connection breaks, idle or in use; the pool replaces it
 * @param limit of a statement, in ms
 */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  limit?: number,
): PostgresConnections {
  const pool = new pg.Pool({ ...connectionOptions(url, limit), max: 12, types: { getTypeParser } })
  pool.on('error', onError)
  // The pool handles errors of idle connections only; an error of one in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const connections = new Connections(pool)
  return {
    reader: postgresOver(connections),
    transact: (work) => transact(connections, work),
    shared: new SharedTransactions(connections),
    pool,
  }
}
