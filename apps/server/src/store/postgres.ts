import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

/** PostgreSQL's number for its 8-byte integers: they come as text unless told otherwise. */
const INT8 = 20

/** A pool of connections, and the address for connections of one's own. */
export interface PostgresConnections {
  readonly db: Kysely<Database>
  readonly pool: pg.Pool
  readonly url: string
}

/**
 * Opens a pool. All times and counts fit a double exactly (below 2^53), so 8-byte integers are read as numbers.
 *
 * @param onError told of connections that break while idle; the pool replaces them
 */
export function openPostgres(url: string, onError: (error: Error) => void): PostgresConnections {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  pool.on('error', onError)
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool, url }
}
