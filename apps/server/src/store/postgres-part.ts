import type { Result } from '@cardinal/domain'
import { type CompiledQuery, PostgresAdapter, PostgresQueryCompiler, type QueryResult } from 'kysely'
import { type Answering, kyselyOver } from './kysely-over.ts'
import type { PostgresSession } from './postgres-session.ts'
import { inSavepoint } from './savepoint.ts'
import type { Db } from './tables/db.ts'
import type { Inside } from './transact.ts'

const LANGUAGE = { adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }

/** Kysely's builders over something that answers PostgreSQL's language. */
export function postgresOver(answering: Answering): Db {
  return kyselyOver(answering, LANGUAGE)
}

/** One way into a transaction; several works have one each. */
export class Part implements Answering, Inside {
  readonly db: Db
  readonly #session: PostgresSession
  /** Whether anything was written this way. */
  hasWritten = false
  /** Whether an attempt was made this way, */
  hasAttempted = false
  /** and one came to nothing after it had written. */
  isSpoiled = false
  /** Attempts are in savepoints. */
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
    this.isSpoiled = false
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
   * Savepoints cost as much as small changes do, and most attempts succeed or are refused before they write. So
   * there are none at first; where one is missed, the transaction is carried out anew, with them.
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
      if (isRefused && this.hasWritten) this.isSpoiled = true
      this.hasWritten ||= hadWritten
    }
  }
}
