import type { Result } from '@cardinal/domain'
import type { Db } from './tables/db.ts'

export interface Inside {
  /** Runs a part of the transaction; a refusal or a failure rolls back only this part. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. If it fails, the transaction fails. All its
   * statements must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
  /**
   * In a transaction shared with other users: reports that the user is locked elsewhere and nothing was done. Null: wait for
   * the lock.
   */
  readonly skip: (() => void) | null
}

/** May run again from its beginning after a rollback. */
export type Work<T, E> = (tx: Db, inside: Inside) => Promise<Result<T, E>>

/** A refusal, a throw or a failed pipelined write rolls everything back. */
export type Transact = <T, E>(work: Work<T, E>) => Promise<Result<T, E>>
