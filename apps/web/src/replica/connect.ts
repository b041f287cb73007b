import type { Id } from '@cardinal/domain'
import type { QuestionName } from '@cardinal/engine'
import { proxy, type Remote, wrap } from 'comlink'
import type { Session } from '../session/session.ts'
import { removeActsHere } from './acts/acts.ts'
import { Asking } from './asking.ts'
import type { ConnectionSnapshot, ReplicaConnection } from './connection.ts'
import { removeCopiesHere } from './copies/database.ts'
import { afterFirstSave, showWaitingOnBadge } from './device.ts'
import { removeFilesHere } from './files/database.ts'
import { MutationRefused } from './mutation-refused.ts'
import { painted } from './painted.ts'
import type { Account, Replica, RowEvent, SyncState } from './replica.ts'
import { keepClockOffset } from './server-now.ts'
import { AnswerReader, newSharedMemory } from './shared-answer.ts'
import { takeThread } from './thread.ts'
import type { AllAnswered, Asked, PageApi, WorkerApi, WorkerState } from './worker/api.ts'
import type { Lost } from './worker/store/idb-store.ts'

const STARTING: SyncState = {
  storage: 'device',
  unstored: 0,
  phase: 'first-load',
  trouble: null,
  blocked: 0,
  lost: null,
  waiting: 0,
  hasCopy: false,
  loadedRows: 0,
  repairs: 0,
  rejected: [],
}

export interface OpenConnection extends ReplicaConnection {
  /** Why this tab has lost its storage and should be reloaded; null: it has storage. */
  readonly outdated: () => Lost | null
  close(): void
}

const opened = new Map<string, OpenConnection>()

/** This page's connection for a user. Opened at the first call, and kept until `close`. */
export function connectionFor(session: Session, userId: string): OpenConnection {
  const connection = opened.get(userId) ?? openConnection(session, userId)
  opened.set(userId, connection)
  return connection
}

/** Starts the worker that holds a user's data. The page passes tokens to it and reports its visibility. */
function openConnection(session: Session, userId: string): OpenConnection {
  const thread = takeThread(userId)
  const worker = wrap<WorkerApi>(thread)
  const memory = newSharedMemory()
  const atOnce = memory && new AnswerReader<AllAnswered>(memory)
  const listeners = new Set<() => void>()
  const mutateAccount: Account['mutate'] = (mutation) => worker.mutateAccount(mutation)
  let rows: WorkerReplica | null = null
  let outdated: Lost | null = null
  /** The state of saving that the worker reported last. */
  let reported = STARTING
  const evicted = evictionWatch(session, () => outdated === 'removed')
  let snapshot: ConnectionSnapshot = {
    replica: null,
    account: { ...NO_ACCOUNT, mutate: mutateAccount },
    sync: STARTING,
  }
  const change = (next: ConnectionSnapshot) => {
    snapshot = next
    for (const listener of [...listeners]) listener()
  }
  // A card is shown before the worker's state counts it, and "Saved" must not appear while a card is unsaved.
  const shownSync = (): SyncState =>
    reported.phase === 'saved' && rows?.isChanging ? { ...reported, phase: 'saving' } : reported
  const onActing = () => {
    const sync = shownSync()
    if (!sameData(sync, snapshot.sync)) change({ ...snapshot, sync })
  }
  const page: PageApi = {
    accessToken: () => session.accessToken(),
    distrust: (token) => session.distrust(token),
    state: (state) => {
      if (state === null) return
      keepClockOffset(state.clockOffset)
      if (rows?.workspaceId !== state.workspaceId)
        rows = new WorkerReplica(worker, atOnce, state.workspaceId, userId, onActing)
      rows.tell(state)
      if (snapshot.sync.unstored > 0 && state.sync.unstored === 0) afterFirstSave()
      if (snapshot.sync.waiting !== state.sync.waiting) showWaitingOnBadge(state.sync.waiting)
      reported = evicted(state)
      const next = nextSnapshot(snapshot, rows, { ...state, sync: shownSync() }, mutateAccount)
      if (next !== snapshot) change(next)
    },
    outdated: (why) => {
      outdated = why
      change({ ...snapshot })
    },
  }
  worker.connect(proxy(page), memory)
  const stopWatching = watchPage(worker, session)
  const stopAsking = askBeforeLeaving(() => rows?.isChanging === true || endsWithTab(snapshot.sync))
  return {
    snapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retryRejected: (key, edited) => worker.retryRejected(key, edited),
    discardRejected: (key) => worker.discardRejected(key),
    retryAllRejected: () => worker.retryAllRejected(),
    stopTrying: () => worker.stopTrying(),
    moveRejected: (keys, workspaceId) => worker.moveRejected(keys, workspaceId),
    unsaved: () => worker.unsaved(),
    nudge: () => void worker.nudge(),
    sendAll: () => {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS))
      return Promise.race([worker.sendAll(), timeout.then(() => worker.unsent())])
    },
    wipe: async () => {
      await worker.wipe()
      removeCopiesHere(userId)
      removeFilesHere(userId)
      removeActsHere(userId)
    },
    outdated: () => outdated,
    close() {
      opened.delete(userId)
      stopWatching()
      stopAsking()
      thread.terminate()
    },
  }
}

/**
 * Detects that the browser removed the copy on this device: there was one, and the worker found none. Stays set
 * until the page is closed. A tab that was open at that time sends from its memory, and would lose unsent changes
 * if closed.
 *
 * @param isRemoved whether the copy was removed while this page was open
 */
function evictionWatch(
  session: Session,
  isRemoved: () => boolean,
): (state: NonNullable<WorkerState>) => SyncState {
  const before = session.tokens.waitingInCopy
  let lost: number | null = null
  return ({ sync, hasFoundNothing }) => {
    if (hasFoundNothing && sync.storage === 'device') lost = before
    const unsent = sync.waiting - sync.unstored + sync.rejected.length
    const isKept = sync.hasCopy && (sync.storage !== 'memory' || isRemoved()) && session.snapshot().isSignedIn
    if (isKept && session.tokens.waitingInCopy !== unsent) session.tokens.waitingInCopy = unsent
    return { ...sync, lost }
  }
}

/** The page's side of the worker's workspace. */
class WorkerReplica implements Replica {
  readonly workspaceId: Id
  readonly #userId: string
  readonly #worker: Remote<WorkerApi>
  readonly #atOnce: AnswerReader<AllAnswered> | null
  readonly #listeners = new Set<(event: RowEvent) => void>()
  readonly #asking: Asking
  readonly #onActing: () => void
  #version = 0
  /**
   * Number of mutations that the worker has not answered, and the version of the rows after the last answered
   * one.
   */
  #acting = 0
  #actedVersion = 0
  #seq: number | null = null
  #isLoaded = false
  #resolveLoaded: () => void = () => {}
  readonly #loaded: Promise<void>
  /** Number of unanswered questions of key presses. */
  #ofKeysUnderWay = 0
  /**
   * Whether a question of a key press was answered since the rows were loaded. The first one takes longer than
   * the page may wait.
   */
  #isWarm = false
  readonly #askAgain = () => this.#say('changing')

  constructor(
    worker: Remote<WorkerApi>,
    atOnce: AnswerReader<AllAnswered> | null,
    workspaceId: Id,
    userId: string,
    onActing: () => void,
  ) {
    this.#userId = userId
    this.#onActing = onActing
    this.#worker = worker
    this.#atOnce = atOnce
    this.workspaceId = workspaceId
    this.#asking = new Asking((asked) => this.#askAll(asked), painted)
    this.#loaded = new Promise((resolve) => {
      this.#resolveLoaded = resolve
      setTimeout(resolve, LAST_ROWS_WAIT_MS)
    })
  }

  get version(): number {
    return this.#version
  }

  get seq(): number | null {
    return this.#seq
  }

  /** Whether a mutation of this page is missing in the worker's last state. */
  get isChanging(): boolean {
    return this.#acting > 0 || this.#version < this.#actedVersion
  }

  ask: Replica['ask'] = async (question, params) => (await this.askWithVersion(question, params)).answer

  askWithVersion: Replica['askWithVersion'] = (question, params) => {
    if (!ASKS_WORDS.test(JSON.stringify(params))) return this.#asking.askWithVersion(question, params)
    // The engine has neither copies of pages nor words of files, so these are searched first.
    return import('./copies/find-copies.ts')
      .then(({ withFoundWords }) => withFoundWords(this.#userId, this.workspaceId, params))
      .catch((failure: unknown) => {
        // Ask again when the network is back. Adding the same listener twice has no effect.
        addEventListener('online', this.#askAgain, { once: true })
        throw failure
      })
      .then((found) => this.#asking.askWithVersion(question, found))
  }

  idle: Replica['idle'] = () => this.#asking.idle()

  loaded: Replica['loaded'] = () => this.#loaded

  mutate: Replica['mutate'] = async (mutation, act) => {
    this.#acting++
    this.#onActing()
    const answer = this.#worker.mutate(this.workspaceId, mutation, act).finally(() => this.#acting--)
    // Not awaited, because the worker handles messages in order.
    this.#say('changing')
    try {
      const result = await answer
      if (!result.ok) throw new MutationRefused(result.error)
      this.#actedVersion = Math.max(this.#actedVersion, result.value.version)
      return result.value.undoing
    } finally {
      this.#onActing()
    }
  }

  acts: Replica['acts'] = async () => {
    const { deviceActsOf } = await import('./acts/device-acts.ts')
    return deviceActsOf(this.#userId)
  }

  preview: Replica['preview'] = (...asked) => this.#worker.preview(this.workspaceId, ...asked)

  planUndo: Replica['planUndo'] = (undoing) => this.#worker.planUndo(this.workspaceId, undoing)

  previewMove: Replica['previewMove'] = (...asked) => this.#worker.previewMove(this.workspaceId, ...asked)

  moveCards: Replica['moveCards'] = async (...asked) => {
    const result = await this.#worker.moveCards(this.workspaceId, ...asked)
    this.#say('changing')
    if (!result.ok) throw new MutationRefused(result.error)
    return result.value
  }

  moveBack: Replica['moveBack'] = async (moved) => {
    const left = await this.#worker.moveBack(this.workspaceId, moved)
    this.#say('changing')
    return left
  }

  subscribe(listener: (event: RowEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell({ version, seq, sync }: NonNullable<WorkerState>): void {
    this.#seq = seq
    this.#isLoaded = sync.hasCopy
    if (sync.hasCopy) this.#resolveLoaded()
    if (version === this.#version) return
    this.#version = version
    this.#say('changed')
  }

  /**
   * Asks the worker. For a question of a key press the page waits, unless the worker is busy with an earlier key
   * or with loading rows. Other questions are answered in slices, and the worker handles messages in between.
   */
  async #askAll(asked: readonly Asked[]): Promise<AllAnswered> {
    const isOfKey = asked.every(({ question }) => QUESTIONS_OF_A_KEY.has(question))
    const isFree = this.#isWarm && this.#ofKeysUnderWay === 0
    const reader = isOfKey && isFree ? this.#atOnce : null
    const send = (atOnce: number | null) => this.#worker.askAll(this.workspaceId, asked, atOnce)
    if (isOfKey) this.#ofKeysUnderWay++
    try {
      const all = await (reader === null ? send(null) : reader.take(send))
      if (all === null) throw new Error('The answers were handed over after the page had gone on.')
      this.#isWarm ||= isOfKey && this.#isLoaded
      return all
    } finally {
      if (isOfKey) this.#ofKeysUnderWay--
    }
  }

  #say(event: RowEvent): void {
    for (const listener of [...this.#listeners]) listener(event)
  }
}

/** The same object for each part that is unchanged, so that changed rows don't render the whole page again. */
function nextSnapshot(
  before: ConnectionSnapshot,
  replica: Replica,
  state: Pick<NonNullable<WorkerState>, 'account'> & { readonly sync: SyncState },
  mutate: Account['mutate'],
): ConnectionSnapshot {
  const account = state.account ?? NO_ACCOUNT
  const isSameAccount = sameData(
    { settings: before.account.settings, workspaces: before.account.workspaces },
    { settings: account.settings, workspaces: account.workspaces },
  )
  const isSameSync = sameData(before.sync, state.sync)
  if (before.replica === replica && isSameAccount && isSameSync) return before
  return {
    replica,
    account: isSameAccount ? before.account : { ...account, mutate },
    sync: isSameSync ? before.sync : state.sync,
  }
}

/**
 * Questions of a key press. The page waits for them, because they are quick and their answers should be in the
 * next frame.
 */
const QUESTIONS_OF_A_KEY: ReadonlySet<QuestionName> = new Set(['listCards', 'looseMatches', 'searchbarFacts'])

/** ms for which signing out waits until pending changes are sent. */
const SEND_TIMEOUT_MS = 3_000

/** A condition on copies or files in JSON. Inside of a person's text, the quotes would be escaped. */
const ASKS_WORDS = /"kind":"(?:copy|file)"/

/** ms for which deferred questions wait until all rows are loaded. */
const LAST_ROWS_WAIT_MS = 1_000

const NO_ACCOUNT: Omit<Account, 'mutate'> = {
  settings: { savedSearches: [], searchesByWorkspace: {}, showHelpers: true, currentWorkspaceId: null },
  workspaces: [],
}

function sameData(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Whether closing the tab would lose changes that are neither on the disk nor on the server. */
function endsWithTab({ storage, unstored, waiting }: SyncState): boolean {
  return (storage === 'memory' ? waiting : unstored) > 0
}

/** Makes the browser ask before the page is left while `isNeeded`. Returns a function that ends this. */
function askBeforeLeaving(isNeeded: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isNeeded()) event.preventDefault()
  }
  addEventListener('beforeunload', ask)
  return () => removeEventListener('beforeunload', ask)
}

/** Reports visibility, focus, network and session to the worker. Returns a function that ends this. */
function watchPage(worker: Remote<WorkerApi>, session: Session): () => void {
  const nudge = () => void worker.nudge()
  const showOrHide = () => {
    const isVisible = document.visibilityState === 'visible'
    worker.setVisible(isVisible)
    if (isVisible) nudge()
  }
  addEventListener('online', nudge)
  // An attempt to send fails at once when offline, so that the state shows pending changes instead of "Saved".
  addEventListener('offline', nudge)
  addEventListener('focus', nudge)
  document.addEventListener('visibilitychange', showOrHide)
  const stopSession = session.subscribe(nudge)
  showOrHide()
  return () => {
    removeEventListener('online', nudge)
    removeEventListener('offline', nudge)
    removeEventListener('focus', nudge)
    document.removeEventListener('visibilitychange', showOrHide)
    stopSession()
  }
}
