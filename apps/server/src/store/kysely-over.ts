import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Database } from './schema.ts'
import type { Db } from './tables/db.ts'

export interface Answering {
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
}

/** Kysely's parts for a database. */
export interface Language {
  readonly adapter: DialectAdapter
  readonly compiler: QueryCompiler
}

/**
 * Kysely's builders over one connection. Queries are sent at once, in the order of the calls, so that they can be pipelined.
 * The caller manages connections and transactions.
 */
export function kyselyOver(answering: Answering, { adapter, compiler }: Language): Db {
  const connection: DatabaseConnection = {
    executeQuery: (query) => answering.executeQuery(query),
    streamQuery: () => {
      throw new Error('Rows are read page by page; nothing streams.')
    },
  }
  const dialect = {
    createAdapter: () => adapter,
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => compiler,
    createIntrospector: () => {
      throw new Error('The store knows its own schema; nothing looks it up.')
    },
  }
  const executor = new DefaultQueryExecutor(compiler, adapter, {
    provideConnection: (consume) => consume(connection),
  })
  return new Kysely<Database>({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
}
