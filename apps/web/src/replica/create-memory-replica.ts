import type { Change, Workspace } from '@cardinal/domain'
import type { ReplicaConnection } from './connection.ts'
import { createEngine } from './engine.ts'
import { memoryConnection } from './memory-replica.ts'

/** A workspace in the page's memory, for the live demo and for tests. Stores and sends nothing. */
export function createMemoryReplica(
  changes: readonly Change[],
  options: { workspace?: Workspace; now?: () => number } = {},
): ReplicaConnection {
  return memoryConnection(createEngine(), changes, options)
}
