import type { Id, Result } from '@cardinal/domain'
import type { Dialect } from './dialect.ts'
import type { Tables } from './tables/index.ts'
import type { User } from './tables/users.ts'

/**
 * The store. Reads go through the tables and see committed data. Writes happen only inside `transact`.
 *
 * Invariant: rows inside a workspace are written only by one who holds the user's lock.
 */
export interface Store extends Tables {
  readonly dialect: Dialect
  /**
   * Runs work in one transaction, which a refusal or a throw rolls back. After a rollback, work may run again from its
   * beginning.
   */
  transact<T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Does the same for short work that locks this user first and touches no other user's rows. It may share a
   * transaction with the work of other users.
   */
  change<T, E>(userId: Id, work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /** Resolves with the migrations that a database with data still needs; none for a new one. */
  pendingMigrations(): Promise<string[]>
  /** Migrates the database; safe when several nodes start together. Returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Resolves with whether the database answers, and has the form that this server knows. */
  isReady(): Promise<boolean>
  /** Sends hints to other nodes that workspaces have changed. To be called after the transaction. */
  announce(hints: readonly Hint[]): Promise<void>
  /** Listens to the hints of all nodes, this one included. Resolves with a function that stops it. */
  listen(listener: (hint: Hint) => void): Promise<() => Promise<void>>
  /**
   * Removes the bytes of deleted rows from SQLite's files. Empties the write-ahead log, unless another process reads.
   * Rewrites (`VACUUM`) a database of at most `anewUpTo` bytes, which blocks other writers. Does nothing on PostgreSQL,
   * which reuses the space by itself.
   */
  scrub(anewUpTo: number): Promise<void>
  /** Copies the database, while it is in use, into a file; SQLite only. */
  backup(path: string): Promise<Result<void, 'not-a-file'>>
  close(): Promise<void>
}

export interface StoreTransaction extends Tables {
  /** Locks the user until the end of the transaction. Undefined: no such user. */
  lockUser(id: Id): Promise<User | undefined>
  /** Runs a part of the transaction. If it is refused or throws, only this part is rolled back. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. When it fails, the transaction fails. All its
   * statements must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
}

/** The sequence number that a workspace has reached. */
export interface Hint {
  readonly userId: Id
  /** Null: not a workspace, but the user's settings or list of workspaces have changed. */
  readonly workspaceId: Id | null
  readonly seq: number
}
