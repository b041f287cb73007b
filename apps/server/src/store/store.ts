import type { Id, Result } from '@cardinal/domain'
import type { Tables } from './tables/index.ts'
import type { User } from './tables/users.ts'
import type { Dialect } from './transactions.ts'

/**
 * Reads go through the tables and see committed data. Writes happen only inside `transact`.
 *
 * Invariant: rows in a workspace are only written under the user's lock.
 */
export interface Store extends Tables {
  readonly dialect: Dialect
  /**
   * Runs `work` in one transaction. A refusal or a throw rolls it back. After a rollback, `work` may run again from
   * the start.
   */
  transact<T, E>(work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Like `transact`, for short work that locks this user first and touches no other user's rows. May share a
   * transaction with other users' work.
   */
  change<T, E>(userId: Id, work: (tx: StoreTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>
  /** Migrations that an existing database still needs; empty for a new one. */
  pendingMigrations(): Promise<string[]>
  /** Safe when several nodes start together. Returns the names of the migrations that ran. */
  migrate(): Promise<string[]>
  /** Whether the database answers and has this server's schema. */
  isReady(): Promise<boolean>
  /** ms since 1970. `own`: the database's clock; null: it has none. `newest`: when a session was last used. */
  clock(): Promise<{ own: number | null; newest: number | null }>
  /** Sends hints of changed workspaces to other nodes. Call it after the transaction. */
  announce(hints: readonly Hint[]): Promise<void>
  /** Listens to the hints of all nodes, including this one. Resolves with a function that stops it. */
  listen(listener: (hint: Hint) => void): Promise<() => Promise<void>>
  /**
   * Removes the bytes of deleted rows from SQLite's files. Empties the write-ahead log, unless another process
   * reads. Rewrites (`VACUUM`) a database of at most `maxBytes` bytes, which blocks other writers. Does nothing on
   * PostgreSQL, which reuses the space by itself.
   */
  scrub(maxBytes: number): Promise<void>
  /** Copies the database, while it is in use, into a file. SQLite only. */
  backup(path: string): Promise<Result<void, 'not-a-file'>>
  close(): Promise<void>
}

export interface StoreTransaction extends Tables {
  /** Locks the user until the end of the transaction. Undefined: no such user. */
  lockUser(id: Id): Promise<User | undefined>
  /** Runs a part of the transaction. A refusal or a throw rolls back only this part. */
  attempt<T, E>(work: () => Promise<Result<T, E>>): Promise<Result<T, E>>
  /**
   * Pipelines a write: it is sent with the next statement or the commit. If it fails, the transaction fails. All
   * statements of `write` must have been issued before this call.
   */
  pipeline(write: Promise<unknown>): void
}

/** A workspace's new sequence number. */
export interface Hint {
  readonly userId: Id
  /** Null: the user's settings or list of workspaces changed. */
  readonly workspaceId: Id | null
  readonly seq: number
}
