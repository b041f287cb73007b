import { type Change, type DigestedRow, digestedFields, type Id, RowsDigest } from '@cardinal/domain'
import { withCascade } from './load-copy.ts'
import type { Known, LastCard, Network, NotNow, Resync } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { laterAfter, type SendOutcome } from './sender.ts'
import { type CopyMeta, isAtSamePoint, type ReplicaStore } from './store/store.ts'
import type { WorkspaceCopy } from './workspace-copy.ts'

export type PullOutcome =
  | { readonly kind: 'done'; readonly isNew: boolean }
  | NotNow
  /** The server does not have this workspace, or no longer. */
  | { readonly kind: 'refused'; readonly reason: string }

/** End of a load, with the server's digest of the rows at its cursor. */
type LoadOutcome =
  | Exclude<PullOutcome, { readonly kind: 'done' }>
  | {
      readonly kind: 'done'
      readonly isNew: boolean
      readonly cursor: string
      readonly digest: string | null
    }

/** Rows per slice. */
const SLICE = 1_000
/** Number of batches after which slices are rewritten. */
const FOLD_AT = 100
/** Rows hashed before yielding. */
const COUNTED_AT_ONCE = 5_000

/** Pulls rows from the server to the device, in one tab at a time. */
export class Puller {
  readonly #userId: string
  readonly #store: ReplicaStore
  readonly #network: Network
  readonly #ports: ReplicaPorts
  readonly #copy: WorkspaceCopy
  readonly #sendAgain: (epoch: string | null) => Promise<SendOutcome>
  readonly #onRepair: () => void
  #loads = 0
  #cutOff: Load | null = null
  /** Where the rows last matched the server's digest. Saves comparing them again. */
  #agreed: Agreed | null = null
  /** Whether a newly loaded copy did not match the digest, and no copy has matched since. */
  #isDigestWrong = false

  constructor(parts: {
    userId: string
    store: ReplicaStore
    network: Network
    ports: ReplicaPorts
    copy: WorkspaceCopy
    sendAgain: (epoch: string | null) => Promise<SendOutcome>
    /** Called when the copy did not match the server and was loaded again. */
    onRepair: () => void
  }) {
    this.#userId = parts.userId
    this.#store = parts.store
    this.#network = parts.network
    this.#ports = parts.ports
    this.#copy = parts.copy
    this.#sendAgain = parts.sendAgain
    this.#onRepair = parts.onRepair
  }

  get #lock(): string {
    return `cardinal-pull-${this.#userId}-${this.#copy.workspaceId}`
  }

  pull(): Promise<PullOutcome> {
    return this.#ports.locks.hold(this.#lock, async () => {
      await this.#copy.catchUp() // Another tab may have pulled while this one waited.
      const { meta } = this.#copy
      if (meta === null) return this.#pullAll()
      this.#cutOff = null // Another tab was faster.
      return this.#pullSince(meta)
    })
  }

  /**
   * Loads a workspace that is not on this device. If the device knows the server's epoch, no acknowledged change
   * is lost, and none is sent again.
   */
  async #pullAll(): Promise<PullOutcome> {
    const history = await this.#store.history()
    const isKnown = history.epoch !== null
    const loaded = isKnown ? await this.#load(history) : ({ kind: 'resync', epoch: null } as const)
    return loaded.kind === 'resync' ? this.#resync(loaded.epoch) : loaded
  }

  /** Rewrites slices when there are many batches, which the next start would have to read. */
  async foldBatches(): Promise<void> {
    if (this.#copy.batches < FOLD_AT) return
    await this.#ports.locks.hold(this.#lock, async () => {
      await this.#copy.catchUp()
      const { meta, batches, view } = this.#copy
      if (meta === null || batches < FOLD_AT) return
      const generation = newGeneration(this.#ports)
      const rows = newestFirst(view.rows.snapshot())
      let slices = 0
      for (let start = 0; start < rows.length; start += SLICE)
        await this.#store.writeSlice(meta.workspaceId, generation, slices++, rows.slice(start, start + SLICE))
      const folded = { ...meta, generation, slices }
      if (await this.#store.finishLoad(folded, meta)) this.#copy.adopt(folded)
    })
  }

  async #pullSince(meta: CopyMeta): Promise<PullOutcome> {
    const pulled: Change[] = []
    const { lastKey } = await this.#store.history()
    const collect = async (changes: readonly Change[]) => {
      for (const change of changes) pulled.push(change)
    }
    // The cursor already has the workspace's epoch.
    const known = { epoch: null, lastKey }
    const answer = await this.#network.pull(meta.workspaceId, meta.cursor, collect, null, known)
    if (answer.kind === 'resync') return this.#resync(answer.epoch)
    if (answer.kind !== 'done') return answer
    let isNew = pulled.length > 0 || answer.cursor !== meta.cursor
    if (isNew) {
      const changes = withCascade(pulled, this.#copy.view.rows)
      isNew = await this.#store.appendBatch(meta, changes, answer.cursor, answer.seq)
      await this.#copy.catchUp()
      // No other tab has written, so the copy is gone from the device: load it again.
      if (!isNew && isAtSamePoint(this.#copy.meta ?? undefined, meta)) return this.#pullAll()
    }
    // Comparing takes time while another device writes constantly. After the first time, compare only when a pull
    // brings no changes.
    const isCompared = !isNew || this.#agreed === null
    const isEqual = !isCompared || (await this.#isAsOnServer(answer.cursor, answer.digest))
    // A digest does not cover every field, so a copy with a lost batch may still match it.
    if (this.#copy.isDamaged) return this.#repair()
    if (isEqual) return { kind: 'done', isNew }
    if (!this.#isDigestWrong) return this.#repair()
    // The last load did not match either, so loading again would not help.
    console.error(`The server counts other rows than it sends: ${answer.digest}.`)
    this.#agreed = this.#compared(answer.cursor, answer.digest)
    return { kind: 'done', isNew }
  }

  /**
   * Whether the copy has the rows that the server counted at the same cursor. They differ if this device lost
   * slices, or if the server's database was replaced by an older one without new epochs.
   */
  async #isAsOnServer(cursor: string, digest: string | null): Promise<boolean> {
    const found = this.#compared(cursor, digest)
    const { rows } = this.#copy.view
    const isComparable = () => this.#copy.meta?.cursor === cursor && this.#copy.view.rows === rows
    if (digest === null || isSame(found, this.#agreed) || !isComparable()) return true
    const own = RowsDigest.ofNothing()
    let counted = 0
    for (const change of rows.living()) {
      own.add(digestedFields(change as DigestedRow))
      if (++counted % COUNTED_AT_ONCE === 0) await this.#ports.yieldToEventLoop()
    }
    if (!isComparable()) return true // A tab without locks was faster: compare at the next pull.
    if (own.toString() !== digest) return false
    this.#agreed = found
    this.#isDigestWrong = false
    return true
  }

  #compared(cursor: string, digest: string | null): Agreed {
    const { view, appliedBatches: applied } = this.#copy
    return { rows: view.rows, applied, cursor, digest: digest ?? '' }
  }

  async #repair(): Promise<PullOutcome> {
    const outcome = await this.#resync(null)
    if (outcome.kind !== 'done') return outcome
    // Compare now, so that a later mismatch means a new loss.
    this.#isDigestWrong = !(await this.#isAsOnServer(outcome.cursor, outcome.digest))
    this.#onRepair()
    return outcome
  }

  /** The cursor of the copy on this device; null: no copy. */
  async #onDevice(): Promise<CopyMeta | null> {
    return (await this.#store.read(this.#copy.workspaceId, null, 0)).meta ?? null
  }

  /**
   * Loads everything again, because the server's epoch has changed, or may have. Acknowledged changes may be
   * lost, so they are sent again first, under their old keys; one that was not lost has no second effect.
   *
   * @param serverEpoch null: unknown
   */
  async #resync(serverEpoch: string | null): Promise<LoadOutcome> {
    const sent = await this.#sendAgain(serverEpoch)
    if (sent.kind !== 'done') return sent
    const history = await this.#store.history()
    const loaded = await this.#load(history)
    if (loaded.kind === 'resync') return laterAfter({ kind: 'refused', status: 410, reason: '' })
    if (loaded.kind !== 'done' || !sent.hasSent || history.epoch !== null) return loaded
    // Meanwhile the server may have been restored again, and lost what it has just acknowledged.
    const again = await this.#sendAgain(null)
    return again.kind === 'done' ? loaded : again
  }

  /** @param known what the device has; a server with another history refuses to send rows */
  async #load(known: Known): Promise<LoadOutcome | Resync> {
    const { workspaceId } = this.#copy
    const from = await this.#onDevice()
    const load = this.#cutOff ?? this.#newLoad()
    this.#cutOff = null
    const { generation, isShown, unwritten } = load
    let writing = Promise.resolve()
    const write = async () => {
      for (const piece of unwritten.splice(0)) {
        // At most one slice is written while the next one arrives.
        await writing
        writing = this.#store.writeSlice(workspaceId, generation, load.slices++, piece)
        writing.catch(() => {}) // Awaited below. Until then a rejection would be unhandled.
      }
    }
    const onChanges = async (changes: readonly Change[], end: string | null = null) => {
      unwritten.push(changes)
      load.end ??= end
      load.last = (changes.findLast(({ kind }) => kind === 'card')?.row as LastCard | undefined) ?? load.last
      if (isShown) await this.#copy.preview(changes)
      else if (this.#copy.meta === null) this.#copy.loadedRows += changes.length
      // Written to the disk only after the first cards are shown. Before them come only tags and groups, which are
      // few.
      if (!isShown || this.#copy.hasNotified) await write()
    }
    const answer = await this.#network.pull(workspaceId, load.last && load.end, onChanges, load.last, known)
    if (answer.kind === 'done') await write()
    await writing
    if (answer.kind === 'resync') return answer
    if (answer.kind !== 'done') {
      // A load can only continue after a card, and only if the server has sent its final cursor.
      if (load.last !== null && load.end !== null) this.#cutOff = load
      return answer
    }
    const { cursor, seq, digest } = answer
    const meta = { workspaceId, generation, slices: load.slices, cursor, seq }
    const before = this.#copy.meta
    const isCopy = await this.#store.finishLoad(meta, from)
    if (isCopy && isShown) this.#copy.adopt(meta)
    await this.#copy.catchUp()
    // Either another tab finished its load first, and is shown now; or slices are missing, and all must be loaded
    // again.
    if (!isCopy && this.#copy.meta?.generation === before?.generation)
      return { kind: 'later', wait: null, trouble: { kind: 'device', status: null } }
    return { kind: 'done', isNew: isCopy, cursor, digest }
  }

  #newLoad(): Load {
    const isShown = this.#loads++ === 0 && this.#copy.meta === null && this.#copy.loadedRows === 0
    const generation = newGeneration(this.#ports)
    return { generation, isShown, unwritten: [], slices: 0, end: null, last: null }
  }
}

/** A running or interrupted load. */
interface Load {
  readonly generation: Id
  /** Whether its rows are shown while they arrive. */
  readonly isShown: boolean
  readonly unwritten: (readonly Change[])[]
  slices: number
  /** Its final cursor; null: unknown. */
  end: string | null
  last: LastCard | null
}

interface Agreed {
  readonly rows: object
  /** Value of `WorkspaceCopy.appliedBatches` when compared: applying batches again changes the rows. */
  readonly applied: number
  readonly cursor: string
  readonly digest: string
}

function isSame(a: Agreed, b: Agreed | null): boolean {
  return a.rows === b?.rows && a.applied === b.applied && a.cursor === b.cursor && a.digest === b.digest
}

/** Tags and groups, then cards, newest first, which is the order of reading. */
function newestFirst(rows: readonly Change[]): Change[] {
  const addedAt = ({ kind, row }: Change) =>
    kind === 'card' ? (row?.createdAt ?? 0) : Number.POSITIVE_INFINITY
  return [...rows].sort((a, b) => (addedAt(a) === addedAt(b) ? 0 : addedAt(b) - addedAt(a)))
}

/** A random id for a load of this workspace. */
function newGeneration({ chance }: ReplicaPorts): Id {
  return [...chance.bytes(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
