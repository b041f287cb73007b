import pg from 'pg'
import { Connections } from './postgres-connections.ts'
import { postgresOver } from './postgres-part.ts'
import { SharedTransactions } from './postgres-shared.ts'
import { transact } from './postgres-transaction.ts'
import type { Db } from './tables/db.ts'
import type { Transact } from './transact.ts'

/** A pool of connections. */
export interface PostgresConnections {
  /** Each query takes whichever connection is free. */
  readonly reader: Db
  readonly transact: Transact
  readonly shared: SharedTransactions
  readonly pool: pg.Pool
}

/** PostgreSQL's number for its 8-byte integers, which the driver reads as text. */
const INT8 = 20

/** All times and counts fit a double exactly (below 2^53), so 8-byte integers are read as numbers. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')

/**
 * Opens a pool.
 *
 * @param onError told of connections that break, idle or in use; the pool replaces them
 */
export function openPostgres(url: string, onError: (error: Error) => void): PostgresConnections {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5_000,
    pipeline: true,
    types: { getTypeParser },
  })
  pool.on('error', onError)
  // The pool listens to idle connections alone; one that breaks in use would end the process.
  pool.on('connect', (client) => client.on('error', onError))
  const connections = new Connections(pool)
  return {
    reader: postgresOver(connections),
    transact: (work) => transact(connections, work),
    shared: new SharedTransactions(connections),
    pool,
  }
}
