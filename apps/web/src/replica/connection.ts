import type { AccountMutation, Mutation } from '@cardinal/sync'
import type { Account, Replica, SyncState } from './replica.ts'

/** Everything that the screens hold of the person's data: what `ReplicaProvider` hands down. */
export interface ReplicaConnection {
  /** The same object until something in it changes. */
  snapshot(): ConnectionSnapshot
  /** Called after `snapshot` changed (not for changed rows: those are told by the replica itself). */
  subscribe(listener: () => void): () => void
  /** Sends a refused change once more, as it is or as it was edited, with those that it needs or that need it. */
  retryRefused(key: string, edited?: Mutation | AccountMutation): Promise<void>
  /** Gives a refused change up for good, with those that were refused because of it. */
  discardRefused(key: string): Promise<void>
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
