import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { Account, Replica, SyncState, Unsent, UnsentChange } from './replica.ts'

/** The person's data as the screens see it. `ReplicaProvider` provides it. */
export interface ReplicaConnection {
  /** Returns a new object whenever something in it changes. */
  snapshot(): ConnectionSnapshot
  /** Subscribes to changes of `snapshot`. Changes of rows are notified by the replica. */
  subscribe(listener: () => void): () => void
  /** Sends a rejected change again, as it is or edited, with its related changes. */
  retryRejected(key: string, edited?: Mutation | AccountMutation): Promise<void>
  /** Discards a rejected change, with its related changes. */
  discardRejected(key: string): Promise<void>
  /** Sends all rejected changes again. */
  retryAllRejected(): Promise<void>
  /** Recreates rejected changes as new cards in a workspace, where their own cards or workspace are gone. */
  moveRejected(keys: readonly string[], workspaceId: Id): Promise<void>
  /** Moves blocked changes to the rejected ones, so that the person can edit or discard them. */
  stopTrying(): Promise<void>
  /** Changes that the server does not have, rejected ones first, each in order of creation. */
  unsaved(): Promise<readonly UnsentChange[]>
  /** Retries at once everything that waits for its next attempt. */
  nudge(): void
  sendAll(): Promise<Unsent>
  /** Removes the copy of the data on this device, in all tabs. */
  wipe(): Promise<void>
}

export interface ConnectionSnapshot {
  /** Null until the open workspace is known. */
  readonly replica: Replica | null
  readonly account: Account
  readonly sync: SyncState
}
