import type { Result } from '@cardinal/domain'
import type { Db } from './tables/db.ts'

/** What work may do in its transaction beside asking. */
export interface Inside {
  /** Carries out a part of the transaction: where it is refused or fails, it alone leaves no trace. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. When it fails, the transaction fails. All its
   * statements must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
  /**
   * Where the transaction is shared with other users: says that its own user is locked elsewhere, and that it has
   * done nothing. Null: it waits for the lock.
   */
  readonly skip: (() => void) | null
}

/** What is done in a transaction. It may be carried out anew from its beginning, when nothing of it is left. */
export type Work<T, E> = (tx: Db, inside: Inside) => Promise<Result<T, E>>

/** Runs work in one transaction. A refusal, a throw or a failed pipelined write rolls everything back. */
export type Transact = <T, E>(work: Work<T, E>) => Promise<Result<T, E>>
