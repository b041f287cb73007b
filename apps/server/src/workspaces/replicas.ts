import type { Change, Id } from '@cardinal/domain'
import { WorkspaceIndex } from '@cardinal/engine'
import { yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { allRows, changedRows } from './feed.ts'

export type WeighableWorkspace = Pick<
  WorkspaceIndex,
  'apply' | 'ask' | 'askInSlice' | 'flush' | 'approximateBytes'
>

interface Replica {
  readonly epoch: string
  readonly index: WeighableWorkspace
  /** Sequence number that the index is at. */
  seq: number
  bytes: number
}

interface ReplicaOptions {
  readonly store: Store
  /** Makes an empty workspace. Default: a `WorkspaceIndex`. */
  readonly createIndex?: () => WeighableWorkspace
  /** Most bytes of all replicas together. The replica in use is never evicted. */
  readonly maxBytes: number
}

/**
 * Workspaces in memory. Beyond the limit the least recently used are evicted. Before each answer a replica is
 * updated to the committed state, so it has the changes made on any node.
 */
export class Replicas {
  readonly #options: ReplicaOptions
  /** Most recently used last. */
  readonly #replicas = new Map<string, Replica>()
  /** Replicas with deferred work, in round-robin order. */
  readonly #deferred = new Map<string, Replica>()
  /** By replica, the last queued task. The tasks of a replica run one at a time. */
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(options: ReplicaOptions) {
    this.#options = options
  }

  /**
   * Opens a workspace at the sequence number that the caller read after the request arrived. Ask before awaiting
   * anything else, because the replica may be updated in between.
   */
  open(userId: Id, workspace: StoredWorkspace): Promise<WeighableWorkspace> {
    const key = `${userId} ${workspace.id}`
    const held = this.#replicas.get(key)
    if (held !== undefined && !this.#turns.has(key) && isTrueTo(held, workspace)) {
      this.#use(key, held)
      return Promise.resolve(held.index)
    }
    const turn = (this.#turns.get(key) ?? Promise.resolve()).then(() => this.#bringUp(key, userId, workspace))
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

  /** Estimated bytes of all replicas, and their number. */
  size(): { bytes: number; count: number } {
    let bytes = 0
    for (const replica of this.#replicas.values()) bytes += replica.bytes
    return { bytes, count: this.#replicas.size }
  }

  async #bringUp(key: string, userId: Id, workspace: StoredWorkspace): Promise<WeighableWorkspace> {
    const { store, createIndex = () => new WorkspaceIndex() } = this.#options
    const held = this.#replicas.get(key)
    if (held !== undefined && isTrueTo(held, workspace)) {
      this.#use(key, held)
      return held.index
    }
    // Removed until it is complete, so that a failure leaves no incomplete replica.
    this.#replicas.delete(key)
    const isUsable = held !== undefined && held.epoch === workspace.epoch && held.seq >= workspace.minSeq
    const replica = isUsable ? held : { epoch: workspace.epoch, index: createIndex(), seq: 0, bytes: 0 }
    const pages = isUsable
      ? changedRows(store, userId, workspace, replica.seq)
      : allRows(store, userId, workspace)
    await absorb(replica, pages)
    replica.seq = workspace.seq
    this.#use(key, replica)
    this.#shrink(key)
    this.#defer(key, replica)
    return replica.index
  }

  /**
   * Flushes deferred work in slices as long as the replica is kept. Starts after the answer to the request that
   * loaded it. Requests and slices of other replicas run in between.
   */
  #defer(key: string, replica: Replica): void {
    if (this.#deferred.size === 0) setTimeout(() => this.#flushOne(), FLUSH_AFTER_MS)
    this.#deferred.delete(key)
    this.#deferred.set(key, replica)
  }

  #flushOne(): void {
    const [next] = this.#deferred
    if (next === undefined) return
    const [key, replica] = next
    const isDone = this.#replicas.get(key) !== replica || this.#flushSlice(replica)
    this.#deferred.delete(key)
    if (!isDone) this.#deferred.set(key, replica)
    if (this.#deferred.size > 0) void yieldToEventLoop().then(() => this.#flushOne())
  }

  /** Whether no deferred work is left. */
  #flushSlice(replica: Replica): boolean {
    const end = performance.now() + FLUSH_SLICE_MS
    let hasDeferred = replica.index.flush()
    while (hasDeferred && performance.now() < end) hasDeferred = replica.index.flush()
    if (!hasDeferred) replica.bytes = replica.index.approximateBytes()
    return !hasDeferred
  }

  #use(key: string, replica: Replica): void {
    this.#replicas.delete(key)
    this.#replicas.set(key, replica)
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

const FLUSH_AFTER_MS = 50
const FLUSH_SLICE_MS = 20
const ABSORB_SLICE_MS = 15
/** Changes applied between two readings of the clock. */
const CHANGES_PER_SLICE = 100

function isTrueTo(replica: Replica, { epoch, seq }: StoredWorkspace): boolean {
  return replica.epoch === epoch && replica.seq >= seq
}

async function absorb(replica: Replica, pages: AsyncIterable<readonly Change[]>): Promise<void> {
  let end = performance.now() + ABSORB_SLICE_MS
  for await (const page of pages)
    for (let at = 0; at < page.length; at += CHANGES_PER_SLICE) {
      replica.index.apply(page.slice(at, at + CHANGES_PER_SLICE))
      if (performance.now() < end) continue
      await yieldToEventLoop()
      end = performance.now() + ABSORB_SLICE_MS
    }
  replica.bytes = replica.index.approximateBytes()
}
