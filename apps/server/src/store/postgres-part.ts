import type { Result } from '@cardinal/domain'
import { type CompiledQuery, PostgresAdapter, PostgresQueryCompiler, type QueryResult } from 'kysely'
import { type Answering, kyselyOver } from './kysely-over.ts'
import type { PostgresSession } from './postgres-session.ts'
import { inSavepoint } from './savepoint.ts'
import type { Db } from './tables/db.ts'
import type { Inside } from './transact.ts'

const LANGUAGE = { adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() }

export function postgresOver(answering: Answering): Db {
  return kyselyOver(answering, LANGUAGE)
}

/** One caller's view of a transaction, which several callers may share. */
export class Part implements Answering, Inside {
  readonly db: Db
  readonly #session: PostgresSession
  hasWritten = false
  hasAttempted = false
  /** Whether an attempt was refused or failed after it had written. */
  mustRollBack = false
  /** Whether attempts run in savepoints. */
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
   * Runs work that may be refused without ending the transaction. At first without a savepoint, because a savepoint
   * costs as much as a small change and is rarely needed. If one was needed, the transaction runs again with savepoints.
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
