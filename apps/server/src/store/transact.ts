import type { Result } from '@cardinal/domain'
import type { Db } from './tables/db.ts'

/** What work may do in its transaction besides queries. */
export interface Inside {
  /** Runs a part of the transaction. If it is refused or fails, only this part is rolled back. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. When it fails, the transaction fails. All its
   * statements must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
  /**
   * In a transaction shared with other users: reports that its user is locked elsewhere, and that it did nothing. Null:
   * it waits for the lock.
   */
  readonly skip: (() => void) | null
}

/** Work in a transaction. After a rollback it may run again from its beginning. */
export type Work<T, E> = (tx: Db, inside: Inside) => Promise<Result<T, E>>

/** Runs work in one transaction. A refusal, a throw or a failed pipelined write rolls everything back. */
export type Transact = <T, E>(work: Work<T, E>) => Promise<Result<T, E>>
