import type { Change, Id } from '@cardinal/domain'
import type { AskableWorkspace } from '@cardinal/engine'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { allRows, changedRows } from './feed.ts'

/** A workspace to ask that knows, roughly, what it takes of memory. */
export type WeighableWorkspace = AskableWorkspace & { approximateBytes(): number }

interface Replica {
  readonly epoch: string
  readonly index: WeighableWorkspace
  /** The sequence number up to which the index is true. */
  seq: number
  bytes: number
}

/** A workspace to ask, true to what was committed when it was asked for. */
export interface OpenWorkspace {
  readonly workspace: StoredWorkspace
  readonly index: AskableWorkspace
}

export interface ReplicaOptions {
  readonly store: Store
  /** Makes an empty workspace to ask. */
  readonly createIndex: () => WeighableWorkspace
  /** Memory that all replicas together may take, in bytes; the one in use is never dropped. */
  readonly maxBytes: number
}

/**
 * The workspaces that this node holds in memory, the least recently used dropped when they grow too big.
 * Before each answer a replica is brought up to what is committed, so that a write through any node is in it.
 */
export class Replicas {
  readonly #options: ReplicaOptions
  /** In the order of use, the latest last. */
  readonly #replicas = new Map<string, Replica>()
  /** The end of what is being done to a workspace's replica: one thing at a time. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(options: ReplicaOptions) {
    this.#options = options
  }

  /** Opens a workspace for asking; undefined when it is not there. Ask at once, before awaiting anything. */
  open(userId: Id, workspaceId: Id): Promise<OpenWorkspace | undefined> {
    const key = `${userId} ${workspaceId}`
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() =>
      this.#bringUp(key, userId, workspaceId),
    )
    const settled = turn.then(
      () => undefined,
      () => undefined,
    )
    this.#turns.set(key, settled)
    settled.then(() => {
      if (this.#turns.get(key) === settled) this.#turns.delete(key)
    })
    return turn
  }

  /** Bytes that all replicas take, by estimate, and how many there are. */
  size(): { bytes: number; count: number } {
    let bytes = 0
    for (const replica of this.#replicas.values()) bytes += replica.bytes
    return { bytes, count: this.#replicas.size }
  }

  async #bringUp(key: string, userId: Id, workspaceId: Id): Promise<OpenWorkspace | undefined> {
    const { store, createIndex } = this.#options
    const workspace = await store.workspaces.byId(userId, workspaceId)
    const held = this.#replicas.get(key)
    this.#replicas.delete(key)
    if (workspace === undefined) return undefined
    const isUsable = held !== undefined && held.epoch === workspace.epoch && held.seq >= workspace.minSeq
    const replica = isUsable ? held : { epoch: workspace.epoch, index: createIndex(), seq: 0, bytes: 0 }
    if (!isUsable) await absorb(replica, allRows(store, userId, workspace))
    else if (replica.seq < workspace.seq)
      await absorb(replica, changedRows(store, userId, workspace, replica.seq))
    replica.seq = workspace.seq
    this.#replicas.set(key, replica)
    this.#shrink(key)
    return { workspace, index: replica.index }
  }

  #shrink(inUse: string): void {
    let { bytes } = this.size()
    for (const [key, replica] of this.#replicas) {
      if (bytes <= this.#options.maxBytes) return
      if (key === inUse) continue
      this.#replicas.delete(key)
      bytes -= replica.bytes
    }
  }
}

async function absorb(replica: Replica, pages: AsyncIterable<readonly Change[]>): Promise<void> {
  for await (const page of pages) replica.index.apply(page)
  replica.bytes = replica.index.approximateBytes()
}
