import type { Change, Id } from '@cardinal/domain'
import type { AnswerOf, AskableWorkspace, ParamsOf, QuestionName } from '@cardinal/engine'
import { type ApplyRules, pendingEntries } from '@cardinal/sync'
import { loadCopy } from './load-copy.ts'
import { ShownWorkspace } from './shown-workspace.ts'
import {
  type AccountState,
  type CopyMeta,
  type CopyState,
  type MadeEntry,
  type ReplicaStore,
  type StoredEntry,
  shownAccount,
} from './store/store.ts'

/** With at most this many slices, all are read before any is shown. */
const LARGE_SLICES = 20

type Apply = (changes: readonly Change[]) => Promise<void>

/**
 * ms for which the worker pauses after a load's first cards, and before it flushes deferred work. Page and worker
 * share few processors, and the page renders meanwhile.
 */
const FIRST_CARDS_PAUSE_MS = 100
const START_PAUSE_MS = 500

/**
 * A workspace as one tab sees it: the stored rows and entries, and the tab's unstored entries.
 *
 * Invariant after each `catchUp`: shown = rows of the copy up to its cursor + outbox in order + unstored in
 * order. While the copy is loaded, the rows that have not come yet are missing.
 */
export class WorkspaceCopy {
  readonly workspaceId: Id
  readonly #store: ReplicaStore
  readonly #createEngine: () => AskableWorkspace
  readonly #unstored: () => readonly MadeEntry[]
  readonly #onRows: () => void
  readonly #onChange: () => void
  readonly #onLargeCopy: () => void
  readonly #yieldToEventLoop: () => Promise<void>
  readonly #rest: (ms: number) => Promise<void>
  #view: ShownWorkspace
  #meta: CopyMeta | null = null
  #lastBatch = 0
  /** Number of applied batches. A tab that gets its disk back applies all of them again. */
  appliedBatches = 0
  #state: AccountState
  #isDamaged = false
  #catchingUp: Promise<void> = Promise.resolve()
  #isCatchUpQueued = false
  /** Keys and times of the pending changes that were applied last, and the view that they were applied to. */
  #replayed: { readonly view: ShownWorkspace | null; readonly pending: string } = { view: null, pending: '' }

  /** The active rules that apply to changes of this device, as JSON. */
  #rules = '[]'
  #applyRules: ApplyRules | undefined = undefined

  /** Rows loaded so far. */
  loadedRows = 0
  /** Number of rows at which subscribers are told during a load. Grows fourfold each time. */
  #notifyAt = 0
  /** Progress is reported for every quarter more rows, because a page that renders each chunk does nothing else. */
  #progressAt = 0
  #hasUnannouncedRows = false
  #isFlushing = false
  #hasRested = false

  constructor(parts: {
    workspaceId: Id
    /** The account that is shown until the first read. */
    known: AccountState
    store: ReplicaStore
    createEngine: () => AskableWorkspace
    unstored: () => readonly MadeEntry[]
    /** Called when shown rows have changed; `onChange` is called next. */
    onRows: () => void
    onChange: () => void
    /** Called before reading a copy that is so large that its first rows should not wait for all. */
    onLargeCopy: () => void
    yieldToEventLoop: () => Promise<void>
    /** Resolves after this time, in ms. */
    rest: (ms: number) => Promise<void>
  }) {
    this.workspaceId = parts.workspaceId
    this.#state = parts.known
    this.#store = parts.store
    this.#createEngine = parts.createEngine
    this.#unstored = parts.unstored
    this.#onRows = parts.onRows
    this.#onChange = parts.onChange
    this.#onLargeCopy = parts.onLargeCopy
    this.#yieldToEventLoop = parts.yieldToEventLoop
    this.#rest = parts.rest
    this.#view = new ShownWorkspace(parts.createEngine())
  }

  /** State of the complete copy; null: there is none. */
  get meta(): CopyMeta | null {
    return this.#meta
  }

  /** Whether batches are missing from the disk, so that the shown rows are not those at the cursor. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  get accountState(): AccountState {
    return this.#state
  }

  get outbox(): readonly StoredEntry[] {
    return this.#state.outbox
  }

  get rejected(): CopyState['rejected'] {
    return this.#state.rejected
  }

  get account(): CopyState['account'] {
    return this.#state.account
  }

  get view(): ShownWorkspace {
    return this.#view
  }

  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): AnswerOf<Q> {
    return this.#view.ask(question, params)
  }

  mutate(...args: Parameters<ShownWorkspace['mutate']>): ReturnType<ShownWorkspace['mutate']> {
    const mutated = this.#view.mutate(...args)
    if (mutated.ok && mutated.value.hasChanged) {
      this.#onRows()
      this.#onChange()
    }
    return mutated
  }

  /** Reads what this or another tab has written. Concurrent calls share the next read. */
  catchUp(): Promise<void> {
    if (!this.#isCatchUpQueued) {
      this.#isCatchUpQueued = true
      this.#catchingUp = this.#catchingUp
        .catch(() => {}) // The caller gets the error.
        .then(() => {
          this.#isCatchUpQueued = false
          return this.#read()
        })
    }
    return this.#catchingUp
  }

  /**
   * Shows rows of an incomplete load. Only for a first load without a copy, because nothing would remove rows
   * that the server no longer has. Resolves when the next rows may follow: after the first cards the page gets
   * time to render.
   */
  async preview(changes: readonly Change[]): Promise<void> {
    const wasNotified = this.hasNotified
    this.loadedRows += changes.length
    this.#update(this.#view, changes, [])
    this.#notifyInSteps(changes)
    if (!wasNotified && this.hasNotified) await this.#rest(FIRST_CARDS_PAUSE_MS)
  }

  /** Whether subscribers were told of the first cards of a load. */
  get hasNotified(): boolean {
    return this.#notifyAt > 0
  }

  /** Number of batches after the slices that this tab knows of. */
  get batches(): number {
    return this.#lastBatch
  }

  /** Makes the shown rows the copy: after the first load, or when the same rows have new slices. */
  adopt(meta: CopyMeta): void {
    this.#meta = meta
    this.#lastBatch = 0
    this.#notifyOfRows()
    this.#flush()
  }

  async #read(): Promise<void> {
    const generation = this.#meta?.generation ?? null
    const found = await this.#store.read(this.workspaceId, generation, this.#lastBatch)
    const { meta, batches, isDamaged, ...state } = found
    this.#state = state
    await this.#readRules()
    if (meta !== undefined && meta.generation !== generation) {
      this.#isDamaged = isDamaged
      await this.#loadWhole(found)
    } else {
      this.#isDamaged ||= isDamaged
      this.#meta = meta ?? this.#meta
      this.#lastBatch = batches.at(-1)?.n ?? this.#lastBatch
      this.appliedBatches += batches.length
      this.#update(
        this.#view,
        batches.flatMap(({ changes }) => changes),
        state.outbox,
      )
      this.#notifyOfRows()
    }
    this.#onChange()
    this.#flush()
  }

  /** Applies the rules of the shown account to changes of this device. Imports their code with the first rule. */
  async #readRules(): Promise<void> {
    const { account, outbox } = this.#state
    const shown = account && shownAccount(account, outbox)
    const rules = shown?.workspaces.find(({ id }) => id === this.workspaceId)?.rules ?? []
    const active = rules.filter(({ isPaused }) => !isPaused)
    const written = JSON.stringify(active)
    if (written === this.#rules) return
    // If the code can't be loaded, only the server applies rules.
    const loaded = active.length === 0 ? null : await import('@cardinal/sync/rules').catch(() => null)
    this.#rules = loaded === null ? '[]' : written
    this.#applyRules =
      loaded === null ? undefined : (outcome, rows) => loaded.withRules(outcome, rows, active).outcome
    this.#view.applyRules = this.#applyRules
  }

  /** Reads the copy from the disk, into the shown view if that is empty, otherwise into a new one. */
  async #loadWhole({ meta, batches }: CopyState): Promise<void> {
    if (meta === undefined) return
    const isLarge = meta.slices > LARGE_SLICES
    if (isLarge) this.#onLargeCopy()
    const isFirst = this.#meta === null && this.loadedRows === 0
    const view = isFirst ? this.#view : new ShownWorkspace(this.#createEngine())
    view.applyRules = this.#applyRules
    this.loadedRows = 0
    this.#notifyAt = 0
    this.#progressAt = 0
    const apply: Apply = async (changes) => {
      this.loadedRows += changes.length
      this.#update(view, changes, [])
      if (isFirst && isLarge) this.#notifyInSteps(changes)
      await this.#yieldToEventLoop()
    }
    await loadCopy(this.#store, meta, batches, view.rows, apply)
    this.#meta = meta
    this.#lastBatch = batches.at(-1)?.n ?? 0
    // Pending changes are applied after all rows, because they may name any of them. `#view` is replaced when the
    // new one is complete.
    this.#update(view, [], await this.#store.outbox())
    this.#view = view
    this.#hasUnannouncedRows = true
    await this.#read()
  }

  /** Applies pending changes, unless nothing has changed. An acknowledgement alone changes no shown row. */
  #update(view: ShownWorkspace, pulled: readonly Change[], outbox: readonly StoredEntry[]): void {
    const known = new Set(outbox.map(({ key }) => key))
    const unstored = this.#unstored()
      .filter(({ key }) => !known.has(key))
      .map((entry) => ({ ...entry, attempts: 0, ackedSeq: null }))
    const stored = outbox.filter(({ isRepeat }) => !isRepeat)
    const pending = pendingEntries([...stored, ...unstored], this.workspaceId, this.#meta?.seq ?? 0)
    const replayed = [...pending.map(({ key, at }) => `${key} ${at}`), this.#rules].join()
    const isUnchanged =
      pulled.length === 0 && this.#replayed.view === view && this.#replayed.pending === replayed
    if (!isUnchanged && view.update(pulled, pending).hasChanged) this.#hasUnannouncedRows = true
    this.#replayed = { view, pending: replayed }
  }

  /**
   * Notifies rarely: asking all questions again after each chunk of a load would take longer than the load
   * itself.
   */
  #notifyInSteps(changes: readonly Change[]): void {
    const areRowsDue = this.loadedRows >= this.#notifyAt && changes.some(({ kind }) => kind === 'card')
    if (!areRowsDue && this.loadedRows < this.#progressAt) return
    this.#progressAt = 1.25 * this.loadedRows
    if (areRowsDue) {
      this.#notifyAt = 4 * this.loadedRows
      this.#notifyOfRows()
    }
    this.#onChange()
  }

  /** Flushes the engine's deferred work in steps, so that questions are answered in between. */
  async #flush(): Promise<void> {
    if (this.#isFlushing) return
    this.#isFlushing = true
    // At a start much is deferred. Later it is little, and flushed at once, because the next key press would wait
    // for it.
    if (!this.#hasRested) await this.#rest(START_PAUSE_MS)
    this.#hasRested = true
    do await this.#yieldToEventLoop()
    while (this.#view.flush())
    this.#isFlushing = false
  }

  #notifyOfRows(): void {
    if (this.#hasUnannouncedRows) this.#onRows()
    this.#hasUnannouncedRows = false
  }
}
