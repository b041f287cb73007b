import {
  type DatabaseConnection,
  DefaultQueryExecutor,
  type DialectAdapter,
  DummyDriver,
  Kysely,
  type QueryCompiler,
} from 'kysely'
import type { Database } from './schema.ts'
import type { Db } from './tables/db.ts'

/** How a database is spoken to. */
export interface Language {
  readonly adapter: DialectAdapter
  readonly compiler: QueryCompiler
}

/**
 * Kysely's builders over one connection. It hands each query to the connection at once, in the order in which
 * they are asked, also where nobody waits between them; connections and transactions are the caller's matter.
 */
export function kyselyOver(connection: DatabaseConnection, { adapter, compiler }: Language): Db {
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
