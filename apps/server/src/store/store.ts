import type { Id, Result } from '@cardinal/domain'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables/index.ts'
import type { User } from './tables/users.ts'

/**
 * What was written, and the only way to write more. Reading goes through the tables directly (each call
 * sees what is committed); writing happens inside `transact` alone.
 *
 * Invariant: rows inside a workspace are written only by one who holds the user's lock.
 */
export interface Store extends Tables {
  readonly dialect: Dialect
  /**
   * Carries out work in one transaction: a refusal (or a throw) leaves no trace of it. Work may be carried out anew
   * from its beginning, when nothing of it is left.
   */
  transact<T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * The same for work that locks this user first, is soon done, and touches nothing that is not this user's: it may
   * share a transaction with the work of others.
   */
  change<T, E>(userId: Id, work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /** Brings the database to the present form; safe when several nodes start together. Names of what ran. */
  migrate(): Promise<string[]>
  /** Whether the database answers, and all migrations have run. */
  isReady(): Promise<boolean>
  /** Tells other nodes that workspaces have changed: a hint, sent after the transaction. */
  announce(hints: readonly Hint[]): Promise<void>
  /** Hears what other nodes announce (and this one). Resolves with the way to stop. */
  listen(hear: (hint: Hint) => void): Promise<() => Promise<void>>
  /**
   * Takes remains of deleted rows out of SQLite's files: its log is emptied, unless another process reads just now,
   * and a database of at most so many bytes is written anew, which nobody can write beside. PostgreSQL sees to it by
   * itself.
   */
  scrub(anewUpTo: number): Promise<void>
  /** Copies the database, while it is in use, into a file; SQLite only. */
  backup(path: string): Promise<Result<void, 'not-a-file'>>
  close(): Promise<void>
}

export interface StoreTransaction extends Tables {
  /** Waits for the user's turn and keeps it to the end of the transaction. Undefined: no such user. */
  lockUser(id: Id): Promise<User | undefined>
  /** Carries out a part of the transaction: where it is refused (or throws), it alone leaves no trace. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. When it fails, the transaction fails. All its
   * statements must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
}

/** A workspace has reached this sequence number. */
export interface Hint {
  readonly userId: Id
  /** Null: not a workspace, but the user's settings or list of workspaces have changed. */
  readonly workspaceId: Id | null
  readonly seq: number
}
