import type { Result } from '@cardinal/domain'
import {
  CompiledQuery,
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

export type Dialect = 'sqlite' | 'postgres'

export interface Inside {
  /** Runs a part of the transaction. A refusal or a failure rolls back only this part. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. If it fails, the transaction fails. All
   * statements of `write` must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
  /**
   * Call it if another transaction has locked the user: the change then runs by itself. Only in a transaction
   * shared with other users. Null: wait for the lock.
   */
  readonly skip: (() => void) | null
}

/** After a rollback it may run again from the start. */
export type Work<T, E> = (tx: Db, inside: Inside) => Promise<Result<T, E>>

/** A refusal, a throw or a failed pipelined write rolls everything back. */
export type Transact = <T, E>(work: Work<T, E>) => Promise<Result<T, E>>

/** Pipelined writes of a transaction. They are not awaited one by one; the first failure is kept. */
export class Pipelined {
  #underWay: Promise<unknown>[] = []
  #failure: Error | null = null

  /** @param write a statement, or several together with what computes them */
  add(write: Promise<unknown>): void {
    this.#underWay.push(
      write.catch((error: Error) => {
        this.#failure ??= error
      }),
    )
  }

  get failure(): Error | null {
    return this.#failure
  }

  async settle(): Promise<void> {
    if (this.#underWay.length === 0) return
    await Promise.all(this.#underWay)
    this.#underWay = []
  }

  /** Returns the first failure, and resets for the next transaction. */
  end(): Error | null {
    const failure = this.#failure
    this.#failure = null
    this.#underWay = []
    return failure
  }
}

/** The database has ended the transaction by itself and rolled it back, for example because the disk is full. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('The database has ended the transaction.', { cause })
  }
}

/**
 * Runs a part of a transaction in a savepoint. If it is refused, throws, or one of its pipelined writes fails, only
 * this part is rolled back.
 *
 * @param name unique among nested parts
 * @throws what `work` throws, or the failure of a pipelined write, or `TransactionLost`
 */
export async function inSavepoint<T, E>(
  tx: Db,
  name: string,
  work: () => Promise<Result<T, E>>,
  pipelined: Pipelined,
): Promise<Result<T, E>> {
  // Not awaited: if it fails, the first query of `work` fails too.
  pipelined.add(tx.executeQuery(CompiledQuery.raw(`savepoint ${name}`)))
  try {
    const result = await work()
    await pipelined.settle()
    const failure = pipelined.end()
    if (!result.ok) await undo(tx, name, result.error)
    else if (failure !== null) throw failure
    // Not awaited: if it fails, the commit fails too.
    pipelined.add(tx.executeQuery(CompiledQuery.raw(`release savepoint ${name}`)))
    return result
  } catch (error) {
    if (error instanceof TransactionLost) throw error
    await pipelined.settle()
    const cause = pipelined.end() ?? error
    await undo(tx, name, cause)
    throw cause
  }
}

async function undo(tx: Db, name: string, reason: unknown): Promise<void> {
  try {
    await tx.executeQuery(CompiledQuery.raw(`rollback to savepoint ${name}`))
  } catch {
    throw new TransactionLost(reason)
  }
}

export interface Answering {
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
}

/** Kysely's adapter and compiler for a database. */
interface Language {
  readonly adapter: DialectAdapter
  readonly compiler: QueryCompiler
}

/**
 * Kysely's query builders over one connection. Queries are sent at once, in the order of the calls, so that they
 * can be pipelined. The caller manages connections and transactions.
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
