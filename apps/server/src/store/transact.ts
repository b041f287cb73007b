import type { Result } from '@cardinal/domain'
import type { Db } from './tables/db.ts'

/** What work may do in its transaction beside asking. */
export interface Inside {
  /** Carries out a part of the transaction: where it is refused or fails, it alone leaves no trace. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Writes without waiting: it goes along with what is asked next, the commit included, and where it fails, so does
   * the transaction. All its statements have been asked when this is called.
   */
  goesAlong(write: Promise<unknown>): void
  /**
   * Where the transaction is shared with other users: says that its own user is locked elsewhere, and that it has
   * done nothing. Null: it waits for the lock.
   */
  readonly pass: (() => void) | null
}

/** What is done in a transaction. It may be carried out anew from its beginning, when nothing of it is left. */
export type Work<T, E> = (tx: Db, inside: Inside) => Promise<Result<T, E>>

/** Carries out work in one transaction: a refusal or a throw leaves no trace of it, and neither does what goes along. */
export type Transact = <T, E>(work: Work<T, E>) => Promise<Result<T, E>>
