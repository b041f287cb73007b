import type { Change, Id } from '@cardinal/domain'
import { type AccountRows, applyAccountMutation } from '../../account-overlay.ts'
import { loadWire } from '../load-wire.ts'
import { readable } from './readable.ts'
import {
  type Batch,
  belongsTo,
  type CopyMeta,
  type CopyState,
  familyOf,
  type History,
  inOrder,
  isAccountEntry,
  isAtSamePoint,
  type LastAcknowledged,
  type NewEntry,
  type Remains,
  type ReplicaStore,
  type Settlement,
  type StoredEntry,
  type StoredRejection,
} from './store.ts'

/**
 * First number of entries in the memory of a tab with a disk. Larger than all numbers on the disk, so that none
 * is used twice.
 */
const FIRST_IN_MEMORY = 2 ** 40

/**
 * Whether an entry is only in memory although there is a disk. It is lost with the tab unless it is sent or moved
 * to the disk.
 */
export function isInMemoryOnly({ n }: StoredEntry): boolean {
  return n >= FIRST_IN_MEMORY
}

/** A store in the memory of one tab, if the browser gives no storage. Lost with the page. */
export class MemoryStore implements ReplicaStore {
  readonly place = 'memory'
  readonly #copies = new Map<Id, CopyMeta>()
  readonly #slices = new Map<string, readonly Change[]>()
  readonly #batches = new Map<string, Batch[]>()
  readonly #outbox = new Map<number, StoredEntry>()
  readonly #sent = new Map<number, StoredEntry>()
  readonly #rejected = new Map<string, StoredRejection>()
  #account: AccountRows | undefined
  #epoch: string | null = null
  #last: LastAcknowledged | null = null
  #nextN = 1
  /** Whether it replaces an earlier store of the tab. */
  readonly #hasRemains: boolean
  /** By workspace, the last known batch number. */
  readonly #lastKnown = new Map<Id, number>()

  /** @param remains last state of the replaced store */
  constructor(remains?: Remains) {
    this.#hasRemains = remains !== undefined
    if (remains === undefined) return
    for (const entry of remains.outbox) this.#outbox.set(entry.n, entry)
    for (const entry of remains.sent ?? []) this.#sent.set(entry.n, entry)
    for (const each of remains.rejected) this.#rejected.set(each.entry.key, each)
    this.#account = remains.account
    this.#epoch = remains.epoch ?? null
    this.#last = remains.last ?? null
    this.#nextN = FIRST_IN_MEMORY
  }

  /** Entries to move to the disk, including entries sent meanwhile. */
  contents(): Remains & { readonly sent: readonly StoredEntry[] } {
    return {
      outbox: this.#inOrder(),
      rejected: [...this.#rejected.values()],
      account: this.#account,
      sent: [...this.#sent.values()],
      epoch: this.#epoch,
      last: this.#last,
    }
  }

  async read(workspaceId: Id, generation: string | null, afterBatch: number): Promise<CopyState> {
    this.#lastKnown.set(workspaceId, Math.max(afterBatch, this.#lastKnown.get(workspaceId) ?? 0))
    const meta = this.#copies.get(workspaceId)
    const known = meta?.generation === generation ? afterBatch : 0
    const batches = meta === undefined ? [] : (this.#batches.get(nameOf(workspaceId, meta.generation)) ?? [])
    return {
      meta,
      batches: batches.filter(({ n }) => n > known),
      isDamaged: false,
      outbox: this.#inOrder(),
      rejected: inOrder([...this.#rejected.values()]),
      account: this.#account,
    }
  }

  async readSlice(workspaceId: Id, generation: string, n: number): Promise<readonly Change[]> {
    return this.#slices.get(`${nameOf(workspaceId, generation)}/${n}`) ?? []
  }

  async writeSlice(
    workspaceId: Id,
    generation: string,
    n: number,
    changes: readonly Change[],
  ): Promise<void> {
    this.#slices.set(`${nameOf(workspaceId, generation)}/${n}`, changes)
  }

  async finishLoad(meta: CopyMeta, from: CopyMeta | null): Promise<boolean> {
    if (!isAtSamePoint(this.#copies.get(meta.workspaceId), from)) return false
    const generation = nameOf(meta.workspaceId, meta.generation)
    for (let n = 0; n < meta.slices; n++) if (!this.#slices.has(`${generation}/${n}`)) return false
    this.#copies.set(meta.workspaceId, meta)
    const kept = nameOf(meta.workspaceId, meta.generation)
    for (const map of [this.#slices, this.#batches])
      for (const name of map.keys())
        if (name.startsWith(`${meta.workspaceId}/`) && !name.startsWith(kept)) map.delete(name)
    this.#retireSettled(meta.workspaceId, meta.seq)
    return true
  }

  async appendBatch(
    from: CopyMeta,
    changes: readonly Change[],
    cursor: string,
    seq: number,
  ): Promise<boolean> {
    const meta = this.#copies.get(from.workspaceId) ?? (this.#hasRemains ? from : undefined)
    if (meta === undefined || !isAtSamePoint(meta, from)) return false
    const name = nameOf(meta.workspaceId, meta.generation)
    const batches = this.#batches.get(name) ?? []
    if (changes.length > 0)
      this.#batches.set(name, [...batches, { n: this.#nextBatch(meta.workspaceId, batches), changes }])
    this.#copies.set(meta.workspaceId, { ...meta, cursor, seq })
    this.#retireSettled(meta.workspaceId, seq)
    return true
  }

  /** Does nothing, because memory has no entries of another version. */
  async rejectUnreadable(): Promise<void> {}

  async enqueue(entries: readonly NewEntry[]): Promise<void> {
    for (const entry of entries) {
      if (this.#inOrder().some(({ key }) => key === entry.key)) continue
      const n = this.#nextN++
      this.#outbox.set(n, { ...entry, n, attempts: 0, ackedSeq: null, isRepeat: false })
    }
  }

  async claim(ns: readonly number[]): Promise<readonly StoredEntry[]> {
    return ns.flatMap((n) => {
      const entry = this.#outbox.get(n)
      if (entry === undefined || entry.ackedSeq !== null) return []
      const sent = { ...entry, attempts: entry.attempts + 1 }
      this.#outbox.set(n, sent)
      return [sent]
    })
  }

  async outbox(): Promise<readonly StoredEntry[]> {
    return this.#inOrder()
  }

  async waiting(most: number): Promise<readonly StoredEntry[]> {
    return this.#inOrder()
      .filter(({ ackedSeq }) => ackedSeq === null)
      .slice(0, most)
  }

  async settle({ acknowledged, rejected }: Settlement): Promise<void> {
    for (const { n, seq } of acknowledged) {
      const entry = this.#outbox.get(n)
      if (entry === undefined) continue
      this.#last = { key: entry.key, at: entry.at }
      if (this.#account !== undefined && isAccountEntry(entry))
        this.#account = applyAccountMutation(this.#account, entry.mutation, entry.at)
      if (seq !== null && !entry.isRepeat) this.#outbox.set(n, { ...entry, ackedSeq: seq })
      else this.#retire({ ...entry, ackedSeq: seq ?? 0 })
    }
    for (const each of rejected) {
      if (!this.#outbox.delete(each.entry.n)) continue
      this.#rejected.set(each.entry.key, each)
    }
  }

  async history(): Promise<History> {
    const isEmpty = this.#sent.size === 0 && this.#inOrder().every(({ ackedSeq }) => ackedSeq === null)
    return { epoch: this.#epoch, lastKey: this.#last?.key ?? null, isEmpty }
  }

  async repeatSent(epoch: string | null = this.#epoch): Promise<number> {
    this.#epoch = epoch
    this.#last = null
    const sent = [...this.#sent.values()]
    for (const entry of sent) this.#outbox.set(entry.n, { ...entry, ackedSeq: null, isRepeat: true })
    for (const entry of this.#inOrder())
      if (entry.ackedSeq !== null) this.#outbox.set(entry.n, { ...entry, ackedSeq: null })
    this.#sent.clear()
    return sent.length
  }

  async forgetSent(before: number): Promise<void> {
    for (const entry of this.#sent.values()) if (entry.at < before) this.#sent.delete(entry.n)
    if (this.#last !== null && this.#last.at < before) this.#last = null
  }

  async retryRejected(key: string, edited?: NewEntry): Promise<void> {
    const { callOf } = await loadWire()
    for (const { entry } of familyOf([...this.#rejected.values()], key)) {
      if (readable(entry, callOf) === null) continue
      const n = this.#nextN++
      const changed = entry.key === key ? edited : undefined
      this.#outbox.set(n, { ...entry, ...changed, n, attempts: 0, ackedSeq: null, isRepeat: false })
      this.#rejected.delete(entry.key)
    }
  }

  async discardRejected(key: string): Promise<void> {
    for (const each of this.#rejected.values())
      if (belongsTo(each, key)) this.#rejected.delete(each.entry.key)
  }

  async makeRoom(keptWorkspaceId: Id): Promise<void> {
    this.#sent.clear()
    this.#last = null
    for (const map of [this.#copies, this.#slices, this.#batches])
      for (const name of map.keys()) if (!name.startsWith(keptWorkspaceId)) map.delete(name)
  }

  async writeAccount(account: AccountRows): Promise<void> {
    this.#account = account
  }

  close(): void {}

  #inOrder(): StoredEntry[] {
    return [...this.#outbox.values()].sort((a, b) => a.n - b.n)
  }

  #nextBatch(workspaceId: Id, batches: readonly Batch[]): number {
    const known = this.#hasRemains ? (this.#lastKnown.get(workspaceId) ?? 0) : 0
    return Math.max(known, batches.at(-1)?.n ?? 0) + 1
  }

  #retireSettled(workspaceId: Id, seq: number): void {
    for (const entry of this.#inOrder())
      if (entry.workspaceId === workspaceId && entry.ackedSeq !== null && entry.ackedSeq <= seq)
        this.#retire(entry)
  }

  #retire(entry: StoredEntry): void {
    this.#outbox.delete(entry.n)
    this.#sent.set(entry.n, entry)
  }
}

function nameOf(workspaceId: Id, generation: string): string {
  return `${workspaceId}/${generation}`
}
