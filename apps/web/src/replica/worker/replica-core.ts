import { type Id, makeId, ok, type Refusal, type Result, searchesIn } from '@cardinal/domain'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from '@cardinal/engine'
import type {
  AccountMutation,
  LeftRow,
  MovedCards,
  Mutation,
  Undoing,
  UndoPlan,
  Written,
} from '@cardinal/sync'
import type { AccountRows } from '../account-overlay.ts'
import type { PreviewedAct, SearchPair } from '../preview-act.ts'
import type { MovePreview, SyncState, Unsent, UnsentChange } from '../replica.ts'
import type { MovingParts } from './moves.ts'
import type { Hint, Network, NotNow } from './network.ts'
import { OutboxWriter } from './outbox-writer.ts'
import { pause, type ReplicaPorts } from './ports.ts'
import { Puller } from './puller.ts'
import { RejectedChanges } from './rejected-changes.ts'
import { laterAfter, Sender } from './sender.ts'
import { isInMemoryOnly } from './store/memory-store.ts'
import {
  type AccountState,
  type MadeEntry,
  type ReplicaStore,
  SENT_KEPT_MS,
  shownAccount,
} from './store/store.ts'
import { SyncLoop } from './sync-loop.ts'
import { wanted } from './wanted.ts'
import { WorkspaceCopy } from './workspace-copy.ts'

/** The state that the page gets after every change. */
export interface CoreState {
  /** Increases with every change of the shown rows. */
  readonly version: number
  readonly seq: number | null
  readonly sync: WorkerSync
  readonly account: AccountRows | null
}

/** The parts of the state of saving that the worker knows. */
export type WorkerSync = Omit<SyncState, 'lost'>

export interface Mutated extends Undoing {
  /** Idempotency keys of its entries. */
  readonly keys: readonly string[]
  /** Resolves when it is stored on this device. Never resolves if the tab ends first. */
  readonly stored: Promise<void>
}

export interface CoreParts {
  readonly userId: string
  readonly workspaceId: Id
  /** The account that is shown until the store is read. */
  readonly known: AccountState
  readonly store: ReplicaStore
  readonly network: Network
  readonly ports: ReplicaPorts
  readonly createEngine: () => AskableWorkspace
}

/**
 * ms for which the first questions wait for the rows on this device. Reading ten thousand rows takes less time
 * than rendering the first rows and then rendering all again.
 */
const FIRST_ROWS_WAIT_MS = 250
/**
 * ms for which a device with cards waits for the first of them. Starting to synchronise earlier would take
 * processor time from them.
 */
const FIRST_CARDS_WAIT_MS = 500

/** Shared by all cores of the worker, so that a reopened workspace's version does not decrease. */
let versions = 0

/**
 * The replica of one workspace in one tab: shows, stores, sends and pulls. Uses the browser only through its
 * ports.
 */
export class ReplicaCore {
  readonly #parts: CoreParts
  readonly #copy: WorkspaceCopy
  readonly #writer: OutboxWriter
  readonly #sender: Sender
  readonly #puller: Puller
  readonly #loop: SyncLoop
  readonly rejectedChanges: RejectedChanges
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #version = ++versions
  #becomesRead: () => void = () => {}
  /**
   * Resolves when the rows on this device are read, or the first rows have come from the server; at the latest
   * after `FIRST_ROWS_WAIT_MS`.
   */
  readonly read: Promise<void>
  #isFull = false
  #repairs = 0
  #isStopped = false

  constructor(parts: CoreParts) {
    this.#parts = parts
    const { userId, workspaceId, known, store, network, ports, createEngine } = parts
    this.read = new Promise((resolve) => {
      this.#becomesRead = resolve
    })
    this.#writer = new OutboxWriter({
      store,
      clock: ports.clock,
      onStored: () => this.#stored(),
      onTrouble: (isFull) => {
        this.#isFull = isFull
        this.#tell()
      },
      makeRoom: () => store.makeRoom(workspaceId).catch(() => {}), // The next attempt shows whether it helped.
    })
    const unstored = () => this.#writer.unstored
    this.#copy = new WorkspaceCopy({
      workspaceId,
      known,
      store,
      createEngine,
      unstored,
      onRows: () => {
        this.#version = ++versions
      },
      onChange: () => {
        if (this.#copy.meta !== null || this.#copy.loadedRows > 0) this.#becomesRead()
        this.#tell()
      },
      onLargeCopy: () => this.#becomesRead(),
      yieldToEventLoop: ports.yieldToEventLoop,
      rest: (ms) => pause(ports.clock, ms),
    })
    this.#sender = new Sender({
      userId,
      store,
      network,
      ports,
      onSettled: () => this.#shareAndRead(),
    })
    const sendAgain = (epoch: string | null) => this.#sender.sendAgain(epoch)
    const onRepair = () => {
      this.#repairs++
      this.#tell()
    }
    this.#puller = new Puller({ userId, store, network, ports, copy: this.#copy, sendAgain, onRepair })
    this.#loop = new SyncLoop({
      ports,
      send: () => this.#sender.send(),
      pull: () => this.#puller.pull(),
      refreshAccount: () => this.#refreshAccount(),
      hasWaiting: () => this.#copy.outbox.some(({ ackedSeq }) => ackedSeq === null),
      onStoreChange: () => ports.channel.post({ kind: 'read-again' }),
      onReached: () => ports.channel.post({ kind: 'reached' }),
      onChange: () => this.#tell(),
    })
    this.rejectedChanges = new RejectedChanges({
      store,
      rejected: () => this.#copy.rejected,
      entry: (mutation, to) => this.#entry(mutation, to, ports.clock.now()),
      moving: () => this.#moving(),
      onChange: async (isToSend) => {
        await this.#shareAndRead()
        if (isToSend) this.#loop.wantSend()
      },
    })
    this.#stopListening = ports.channel.listen((message) => {
      if (message.kind === 'read-again') this.#readAgain()
      if (message.kind === 'reached') this.#loop.reachedElsewhere()
    })
  }

  /** Reads the device, then starts synchronising. Resolves after reading. */
  async start(): Promise<void> {
    const { store, ports } = this.#parts
    ports.clock.after(FIRST_ROWS_WAIT_MS, () => this.#becomesRead())
    await store.rejectUnreadable(ports.clock.now())
    await this.#copy.catchUp()
    if (this.#isStopped) return
    // After the first rows are shown, because it writes; but before anything is sent again.
    await store.forgetSent(ports.clock.now() - SENT_KEPT_MS)
    if (this.#isStopped) return
    if (this.#copy.meta !== null)
      await new Promise<void>((elapsed) => ports.clock.after(FIRST_CARDS_WAIT_MS, elapsed))
    if (this.#isStopped) return
    this.#loop.start()
    await this.#puller.foldBatches().catch(() => {}) // No room: the next start retries.
  }

  stop(): void {
    this.#isStopped = true
    this.#loop.stop()
    this.#stopListening()
  }

  /** Passed to the core of the next workspace. */
  get accountState(): AccountState {
    return this.#copy.accountState
  }

  /** See `CoreState.version`. */
  get version(): number {
    return this.#version
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    return this.#copy.ask(question, params)
  }

  /**
   * @param act see `Replica.mutate`. Absent: the mutation is an act of its own, even if it becomes several
   *   entries
   */
  mutate(mutation: Mutation, act?: Id): Result<Mutated, Refusal> {
    const { ports, workspaceId } = this.#parts
    const now = ports.clock.now()
    const settings = this.#account()?.settings
    const savedSearches = settings && searchesIn(settings, workspaceId)
    const undo: Mutation[] = []
    const written: Written[] = []
    const entries: MadeEntry[] = []
    for (const each of wanted(mutation, this.#copy.view.shown, now)) {
      const mutated = this.#copy.mutate(each, now, savedSearches)
      if (!mutated.ok && !isBeyondThisDevice(each, mutated.error)) return mutated
      if (mutated.ok) {
        undo.unshift(...mutated.value.undo)
        written.push(...mutated.value.written)
      }
      if (!mutated.ok || mutated.value.hasChanged) entries.push(this.#entry(each, workspaceId, now))
    }
    const shared = act ?? (entries.length > 1 ? entries[0]?.key : undefined)
    const ofOne = shared === undefined ? entries : entries.map((entry) => ({ ...entry, act: shared }))
    return ok({ undo, written, keys: entries.map(({ key }) => key), stored: this.#write(ofOne) })
  }

  async planUndo(undoing: Undoing): Promise<UndoPlan> {
    const { planUndo } = await import('@cardinal/sync/planning')
    return planUndo(undoing, this.#copy.view.shown, this.#parts.ports.clock.now())
  }

  async preview(
    mutations: readonly Mutation[],
    searches: readonly SearchPair[] | null,
  ): Promise<PreviewedAct | null> {
    const { previewAct } = await import('../preview-act.ts')
    return previewAct(mutations, searches, { ...this.#copy.view.tried, now: this.#parts.ports.clock.now() })
  }

  mutateAccount(mutation: AccountMutation): Promise<void> {
    const stored = this.#write([this.#entry(mutation, null, this.#parts.ports.clock.now())])
    this.#tell()
    return stored
  }

  async previewMove(cardIds: readonly Id[], to: Id): Promise<MovePreview> {
    const { previewMove } = await import('./moves.ts')
    return previewMove(cardIds, to, this.#moving())
  }

  async moveCards(cardIds: readonly Id[], to: Id): Promise<Result<Undoing, Refusal>> {
    const { moveCards } = await import('./moves.ts')
    return moveCards(cardIds, to, this.#moving())
  }

  async moveBack(moved: MovedCards): Promise<readonly LeftRow[]> {
    const { moveBack } = await import('./moves.ts')
    const isThere = this.#account()?.workspaces.some(({ id }) => id === moved.workspaceId) ?? true
    return moveBack(moved, isThere, this.#moving())
  }

  /** All changes that the server does not have: pending and rejected ones. */
  unsaved(): readonly UnsentChange[] {
    const { outbox, rejected } = this.#copy
    const waiting = outbox.filter(({ ackedSeq, isRepeat }) => ackedSeq === null && !isRepeat)
    return [
      ...rejected.map(({ entry, reason }) => ({ ...unsentOf(entry), reason })),
      ...[...waiting, ...this.#unwritten()].map((entry) => ({ ...unsentOf(entry), reason: null })),
    ]
  }

  /** See `ReplicaConnection.stopTrying`. */
  async stopTrying(): Promise<void> {
    await this.#sender.stopTrying()
    this.#loop.nudge()
  }

  /** Pulls and sends now: the server may have changes, or be reachable again. */
  nudge(): void {
    this.#loop.nudge()
  }

  /** Pulls, because the server reported a change. */
  hint({ workspaceId, seq }: Hint): void {
    if (workspaceId === null) this.#loop.hintAccount()
    else if (workspaceId === this.#parts.workspaceId && seq > (this.#copy.meta?.seq ?? 0)) this.#loop.hint()
  }

  /** Sends pending changes. Resolves with the changes that the server still lacks. */
  async sendAll(): Promise<Unsent> {
    await this.#sender.send()
    await this.#copy.catchUp()
    return this.unsent()
  }

  unsent(): Unsent {
    const { outbox, rejected } = this.#copy
    const waiting = [...outbox.filter(({ ackedSeq }) => ackedSeq === null), ...this.#unwritten()]
    return {
      acts: countActs(waiting) + rejected.length,
      keys: [...waiting, ...rejected.map(({ entry }) => entry)].map(({ key }) => key),
    }
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  state(): CoreState {
    const { outbox, rejected, meta, loadedRows } = this.#copy
    const unwritten = this.#unwritten()
    const stored = outbox.filter(({ ackedSeq }) => ackedSeq === null)
    const waiting = [...stored, ...unwritten]
    const acts = countActs(waiting)
    const { place } = this.#parts.store
    const inMemory = place === 'full' ? stored.filter(isInMemoryOnly) : []
    const { blocked } = this.#loop
    return {
      version: this.#version,
      seq: meta?.seq ?? null,
      sync: {
        storage: place === 'device' && this.#isFull ? 'full' : place,
        unstored: countActs([...unwritten, ...inMemory]),
        phase: this.#loop.phase(meta === null, waiting.length),
        trouble: this.#loop.trouble,
        blocked: blocked === waiting.length ? acts : Math.min(blocked, Math.max(0, acts - 1)),
        waiting: acts,
        hasCopy: meta !== null,
        repairs: this.#repairs,
        loadedRows,
        rejected: rejected.map(({ entry, reason, status, because, at }) => ({
          key: entry.key,
          because,
          isTargetGone: status === 404,
          workspaceId: entry.workspaceId,
          mutation: entry.mutation,
          reason,
          at,
        })),
      },
      account: this.#account(),
    }
  }

  /** The storage was lost or is full. Sends from memory, because its rows may be all that is left. */
  storageChanged(): void {
    this.#tell()
    this.#readAgain()
  }

  #unwritten(): readonly MadeEntry[] {
    const known = new Set(this.#copy.outbox.map(({ key }) => key))
    return this.#writer.unstored.filter(({ key }) => !known.has(key))
  }

  #account(): AccountRows | null {
    const { account, outbox } = this.#copy
    if (account === undefined) return null
    const unwritten = this.#unwritten().map((each) => ({ ...each, attempts: 0, ackedSeq: null }))
    return shownAccount(account, [...outbox, ...unwritten])
  }

  #entry(mutation: Mutation | AccountMutation, workspaceId: Id | null, at: number): MadeEntry {
    return { key: this.#newKey(), workspaceId, mutation, at }
  }

  #newKey(): string {
    const bytes = this.#parts.ports.chance.bytes(16)
    return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  #moving(): MovingParts {
    const { workspaceId, store, ports } = this.#parts
    const now = ports.clock.now()
    const act = this.#newKey()
    return {
      workspaceId,
      store,
      now,
      newId: () => makeId(now, ports.chance.bytes(8)),
      rows: this.#copy.view.shown,
      show: (mutation) => this.#copy.mutate(mutation, now),
      entry: (mutation, to) => ({ ...this.#entry(mutation, to, now), act }),
      write: (entries) => void this.#write(entries),
    }
  }

  #write(entries: readonly MadeEntry[]): Promise<void> {
    return entries.length === 0 ? Promise.resolve() : this.#writer.add(entries)
  }

  async #stored(): Promise<void> {
    await this.#shareAndRead()
    this.#loop.wantSend()
  }

  async #shareAndRead(): Promise<void> {
    this.#parts.ports.channel.post({ kind: 'read-again' })
    await this.#copy.catchUp().catch(() => {}) // The store is closed: this tab is about to end.
  }

  /**
   * Reads the store again after another tab wrote, and sends its entries too, because that tab may be closed
   * before it sends.
   */
  #readAgain(): void {
    this.#copy.catchUp().then(
      () => this.#loop.wantSendIfWaiting(),
      () => {}, // The store is closed: this tab is about to end.
    )
  }

  /** Fetches the account, and stores it if it has changed. */
  async #refreshAccount(): Promise<{ readonly kind: 'done' } | NotNow> {
    const answer = await this.#parts.network.account()
    if (answer.kind === 'refused') return laterAfter(answer)
    if (answer.kind !== 'done' || JSON.stringify(answer.rows) === JSON.stringify(this.#copy.account))
      return answer
    await this.#parts.store.writeAccount(answer.rows)
    await this.#shareAndRead()
    return answer
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }
}

/**
 * Whether the server may succeed where this device can't: it may have a deleted card that this device no longer
 * has, and restore or edit it.
 */
function isBeyondThisDevice(mutation: Mutation, refusal: Refusal): boolean {
  if (refusal.kind !== 'not-found') return false
  return mutation.name === 'restoreCards' || (mutation.name === 'editCard' && refusal.what === 'card')
}

function unsentOf({ workspaceId, mutation, at }: MadeEntry): Omit<UnsentChange, 'reason'> {
  return { workspaceId, mutation, at }
}

function countActs(entries: readonly MadeEntry[]): number {
  return new Set(entries.map(({ key, act = key }) => act)).size
}
