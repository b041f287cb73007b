import { expose } from 'comlink'
import type { TokenSource } from '../../session/request.ts'
import { createEngine, isAnswerLoaded, loadAnswers } from '../engine.ts'
import { wipeStorage } from '../forget-copies.ts'
import { AnswerWriter } from '../shared-answer.ts'
import {
  type AllAnswered,
  type Answered,
  type Asked,
  type FirstOffset,
  type FirstToken,
  IN_MEMORY,
  type PageApi,
  type WorkerApi,
  type WorkerState,
} from './api.ts'
import { browserPorts } from './browser-ports.ts'
import { EventStream } from './event-stream.ts'
import { HttpNetwork } from './http-network.ts'
import { inTurns } from './in-turns.ts'
import type { ReplicaPorts } from './ports.ts'
import type { ReplicaCore } from './replica-core.ts'
import { ServerClock } from './server-clock.ts'
import { databaseName, type Lost, type OnLost, openIdbStore } from './store/idb-store.ts'
import { MemoryStore } from './store/memory-store.ts'
import { openStore } from './store/open-store.ts'
import type { ReplicaStore } from './store/store.ts'
import { UserReplica } from './user-replica.ts'

interface Opened {
  readonly user: UserReplica
  readonly events: EventStream
  readonly store: ReplicaStore
  readonly ports: ReplicaPorts
  readonly databaseName: string
  /**
   * Whether the first pull is done. The event stream opens only then, because the pull brings earlier changes
   * anyway.
   */
  hasStarted: boolean
}

const NOTHING_UNSENT = { acts: 0, keys: [] }
let opened: Opened | null = null
const clock = new ServerClock(() => Date.now())
/** The page may report this before all is open. */
let isVisible = false
let writer: AnswerWriter<AllAnswered> | null = null

/** Used until the page is connected, or the server refuses it. */
let firstToken: string | null = null
addEventListener('message', ({ data }: MessageEvent<Partial<FirstToken & FirstOffset>>) => {
  firstToken = data.firstToken ?? firstToken
  clock.offset = data.clockOffset ?? clock.offset
})

/** The last token that the page has passed. */
let lastToken: string | null = null

/**
 * Tokens from the page. After the site's data was removed, the page has none, and pending changes are sent with
 * the last token, as long as the server accepts it.
 */
const tokensOfPage: TokenSource = {
  async accessToken() {
    if (firstToken !== null) return { kind: 'token', token: firstToken }
    const answer = await (await page).accessToken()
    if (answer.kind === 'token') lastToken = answer.token
    const isDataGone = answer.kind === 'signed-out' && opened?.store.place === 'memory'
    return isDataGone && lastToken !== null ? { kind: 'token', token: lastToken } : answer
  },
  async distrust(token) {
    firstToken = null
    lastToken = null
    await (await page).distrust(token)
  },
}

let connect: (found: PageApi) => void = () => {}
/** Calls to the page wait until its scripts are loaded. */
const page = new Promise<PageApi>((resolve) => {
  connect = resolve
})

const api: WorkerApi = {
  connect(found, memory) {
    if (memory !== null) writer = new AnswerWriter(memory)
    firstToken = null
    connect(found)
  },
  askAll(workspaceId, asked, atOnce) {
    const isLoaded = asked.every(({ question }) => isAnswerLoaded(question))
    if (atOnce !== null && !isLoaded) writer?.decline(atOnce)
    if (atOnce === null || !isLoaded) return answeredInTurns(workspaceId, asked)
    const all = { answers: asked.map((one) => answered(workspaceId, one)), version: versionNow() }
    return isHandedOver(atOnce, all) ? null : all
  },
  mutate(workspaceId, mutation, act) {
    const core = coreOf(workspaceId)
    const mutated = core.mutate(mutation, act)
    if (!mutated.ok) return mutated
    const { undo, written } = mutated.value
    return { ok: true, value: { undoing: { undo, written }, version: core.version } }
  },
  planUndo: (workspaceId, undoing) => coreOf(workspaceId).planUndo(undoing),
  preview: (workspaceId, ...asked) => coreOf(workspaceId).preview(...asked),
  previewMove: (workspaceId, ...asked) => coreOf(workspaceId).previewMove(...asked),
  moveCards: (workspaceId, ...asked) => coreOf(workspaceId).moveCards(...asked),
  moveBack: (workspaceId, moved) => coreOf(workspaceId).moveBack(moved),
  mutateAccount: async (mutation) => opened?.user.mutateAccount(mutation),
  retryRejected: async (key, edited) => opened?.user.core?.rejectedChanges.retry(key, edited),
  discardRejected: async (key) => opened?.user.core?.rejectedChanges.discard(key),
  stopTrying: async () => opened?.user.core?.stopTrying(),
  retryAllRejected: async () => opened?.user.core?.rejectedChanges.retryAll(),
  moveRejected: async (keys, workspaceId) => opened?.user.core?.rejectedChanges.move(keys, workspaceId),
  unsaved: () => opened?.user.core?.unsaved() ?? [],
  nudge: () => opened?.user.nudge(),
  setVisible(isShown) {
    isVisible = isShown
    if (opened?.hasStarted) opened.events.setVisible(isShown)
  },
  sendAll: async () => (await opened?.user.core?.sendAll()) ?? NOTHING_UNSENT,
  unsent: () => opened?.user.core?.unsent() ?? NOTHING_UNSENT,
  async wipe() {
    const own = opened
    own?.ports.channel.post({ kind: 'wiped' })
    close()
    if (own !== null) await wipeStorage(own.store, own.databaseName, clock.now())
  },
}

/** Opens a user's data: from the disk first, then from the server once the page is connected. */
async function open(userId: string, isInMemory: boolean): Promise<void> {
  const ports = browserPorts(userId, clock)
  const network = new HttpNetwork({
    userId,
    apiBase: `${import.meta.env.BASE_URL}api`,
    fetch: (address, init) => fetch(address, init),
    tokens: tokensOfPage,
    clock: ports.clock,
    isOnline: () => navigator.onLine,
    onServerTime: (time) => clock.learn(time),
  })
  const name = databaseName(userId)
  const opening = {
    databaseName: name,
    clock: ports.clock,
    openDisk: (onLost: OnLost) => openIdbStore(name, onLost),
    onLost: (why: Lost) => void page.then((connected) => connected.outdated(why)),
    onPlaceChange: () => opened?.user.core?.storageChanged(),
  }
  const store = isInMemory ? new MemoryStore() : await openStore(opening)
  const user = new UserReplica({ userId, store, network, ports, createEngine })
  const onHint = (hint: Parameters<ReplicaCore['hint']>[0]) => user.core?.hint(hint)
  const events = new EventStream({ userId, network, ports, onHint })
  const own = { user, events, store, ports, databaseName: name, hasStarted: false }
  opened = own
  ports.channel.listen((message) => {
    if (message.kind === 'wiped') close()
  })
  user.subscribe(notifySoon(user))
  await user.start()
  own.hasStarted = true
  // Loaded now: without a service worker it could not be fetched later, when offline.
  loadAnswers().catch(() => {})
  if (opened === own) events.setVisible(isVisible)
}

/** Writes the answers to shared memory. Errors can't be written as text, so they are sent by message. */
function isHandedOver(question: number, all: AllAnswered): boolean {
  const isPlain = all.answers.every(({ isOk }) => isOk)
  return (isPlain ? writer?.deliver(question, all) : writer?.decline(question)) ?? false
}

/**
 * Answers deferred questions. Questions of a key press may be answered in between, and rows may change. The
 * version is that of the oldest answer, so that the page asks again.
 */
async function answeredInTurns(workspaceId: string, asked: readonly Asked[]): Promise<AllAnswered> {
  await opened?.user.core?.read
  // If the code can't be fetched, its questions fail and all others are answered.
  if (!asked.every(({ question }) => isAnswerLoaded(question))) await loadAnswers().catch(() => {})
  const version = versionNow()
  const yieldToEventLoop = async () => opened?.ports.yieldToEventLoop()
  return { answers: await inTurns(asked, (one) => answered(workspaceId, one), yieldToEventLoop), version }
}

const versionNow = () => opened?.user.core?.version ?? -1

/** Errors are caught, because a failing question must not fail the others. */
function answered(workspaceId: string, { question, params }: Asked): Answered {
  try {
    return { isOk: true, answer: coreOf(workspaceId).ask(question, params) }
  } catch (error) {
    return { isOk: false, error }
  }
}

function coreOf(workspaceId: string): ReplicaCore {
  const core = opened?.user.core
  if (core == null || opened?.user.workspaceId !== workspaceId)
    throw new Error('This workspace is not open any more.')
  return core
}

function close(): void {
  opened?.user.stop()
  opened?.events.setVisible(false)
  opened?.store.close()
  opened = null
}

/** Notifies once for all changes of a task. */
function notifySoon(user: UserReplica): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    page.then((connected) => {
      isDue = false
      const { core, workspaceId } = user
      const state: WorkerState =
        core === null || workspaceId === null
          ? null
          : {
              ...core.state(),
              workspaceId,
              hasFoundNothing: user.hasFoundNothing,
              clockOffset: clock.offset,
            }
      connected.state(state)
    })
  }
}

expose(api)
// Shows the page that this file is complete. Comlink ignores the message.
postMessage('awake')
// The worker's name holds the user's id.
open(self.name.replace(IN_MEMORY, ''), self.name.endsWith(IN_MEMORY))
