import type { Change, Workspace } from '@cardinal/domain'
import type { ReplicaConnection } from './connection.ts'
import { createEngine } from './engine.ts'
import { memoryConnection } from './memory-replica.ts'

/** Returns a workspace in the memory of this page, for the live demo and for tests: nothing is stored or sent. */
export function createMemoryReplica(
  changes: readonly Change[],
  options: { workspace?: Workspace; now?: () => number } = {},
): ReplicaConnection {
  return memoryConnection(createEngine(), changes, options)
}
