import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { Account, Replica, SyncState, Unsent, UnsentChange } from './replica.ts'

/** The person's data as the screens see it. `ReplicaProvider` provides it. */
export interface ReplicaConnection {
  /** A new object after each change. */
  snapshot(): ConnectionSnapshot
  /** Subscribes to changes of `snapshot`. Changes of rows are reported by the replica. */
  subscribe(listener: () => void): () => void
  /** Sends a rejected change with its related changes again, unchanged or edited. */
  retryRejected(key: string, edited?: Mutation | AccountMutation): Promise<void>
  /** Discards a rejected change, with its related changes. */
  discardRejected(key: string): Promise<void>
  /** Sends all rejected changes again. */
  retryAllRejected(): Promise<void>
  /**
   * Creates the contents of rejected changes again as new cards in another workspace, if their cards or workspace
   * are gone.
   */
  moveRejected(keys: readonly string[], workspaceId: Id): Promise<void>
  /** Turns blocked changes into rejected changes, which the person can edit or discard. */
  stopTrying(): Promise<void>
  /** Changes that the server does not have: rejected ones first, each kind in order of creation. */
  unsaved(): Promise<readonly UnsentChange[]>
  /** Tries at once all that waits for its next attempt. */
  nudge(): void
  sendAll(): Promise<Unsent>
  /** Removes the copy of the data from this device, in all tabs. */
  wipe(): Promise<void>
}

export interface ConnectionSnapshot {
  /** Null until the open workspace is known. */
  readonly replica: Replica | null
  readonly account: Account
  readonly sync: SyncState
}
