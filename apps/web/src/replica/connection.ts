import type { Id } from '@cardinal/domain'
import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { Account, Replica, SyncState, UnsentChange } from './replica.ts'

/** Everything that the screens hold of the person's data: what `ReplicaProvider` hands down. */
export interface ReplicaConnection {
  /** The same object until something in it changes. */
  snapshot(): ConnectionSnapshot
  /** Called after `snapshot` changed (not for changed rows: those are told by the replica itself). */
  subscribe(listener: () => void): () => void
  /** Sends a refused change once more, as it is or edited, with its related changes. */
  retryRejected(key: string, edited?: Mutation | AccountMutation): Promise<void>
  /** Discards a rejected change, with the changes that were rejected because of it. */
  discardRejected(key: string): Promise<void>
  /** Sends all rejected changes once more. */
  retryAllRejected(): Promise<void>
  /** Makes the work of rejected changes anew in a workspace, as new cards: what they spoke of is gone. */
  moveRejected(keys: readonly string[], workspaceId: Id): Promise<void>
  /** What the server does not have, rejected changes first, each in the order of making. */
  unsaved(): Promise<readonly UnsentChange[]>
  /** Tries everything now that is to be tried later. */
  nudge(): void
  /** Tries to send what waits; resolves with the number of changes that the server doesn't have yet. */
  sendAll(): Promise<number>
  /** Removes the copy of the data on this device, in all tabs. */
  wipe(): Promise<void>
}

export interface ConnectionSnapshot {
  /** Null until the workspace that is open is known. */
  readonly replica: Replica | null
  readonly account: Account
  readonly sync: SyncState
}
