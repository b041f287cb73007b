import type { ServerResponse } from 'node:http'
import type { Id } from '@cardinal/domain'
import type { Hint, Store } from '../store/index.ts'

/** ms in which hints are collected before they are sent to other nodes. */
const GATHER_FOR_MS = 20

type Listener = (hint: Hint) => void

/** Sends hints of changes to this node's event streams, and through the store to other nodes. */
export class EventBus {
  readonly #store: Store
  readonly #onError: (error: Error) => void
  readonly #listenersByUserId = new Map<Id, Set<Listener>>()
  readonly #waiting = new Map<string, Hint>()
  #timer: NodeJS.Timeout | null = null
  #stopListening: (() => Promise<void>) | null = null

  constructor(store: Store, onError: (error: Error) => void) {
    this.#store = store
    this.#onError = onError
  }

  async start(): Promise<void> {
    this.#stopListening = await this.#store.listen((hint) => this.#tell(hint))
  }

  /** This node's streams also receive the hint through the store. */
  publish(hint: Hint): void {
    const key = `${hint.userId} ${hint.workspaceId}`
    const earlier = this.#waiting.get(key)
    if (earlier === undefined || earlier.seq < hint.seq) this.#waiting.set(key, hint)
    this.#timer ??= setTimeout(() => this.#send(), GATHER_FOR_MS)
  }

  /** Returns the function that unsubscribes. */
  subscribe(userId: Id, listener: Listener): () => void {
    const listeners = this.#listenersByUserId.get(userId) ?? new Set()
    this.#listenersByUserId.set(userId, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listenersByUserId.delete(userId)
    }
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    await this.#stopListening?.()
  }

  #send(): void {
    this.#timer = null
    const hints = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#store.announce(hints).catch((error: Error) => {
      // Without the store, this node's streams get the hints directly. Other nodes poll.
      for (const hint of hints) this.#tell(hint)
      this.#onError(error)
    })
  }

  #tell(hint: Hint): void {
    for (const listener of this.#listenersByUserId.get(hint.userId) ?? []) listener(hint)
  }
}

/** ms; shorter than the timeouts of common proxies. */
const HEARTBEAT_EVERY_MS = 25_000
/** ms after which a stream ends, like an access token. The client opens another one. */
const STREAM_LIFE_MS = 15 * 60_000
/** Most streams per user and node: many devices with many tabs. */
export const STREAMS_PER_USER = 20

interface Stream {
  readonly userId: Id
  readonly openedAt: number
  /** Whether the sender's session or token is still valid. */
  readonly isStillAllowed: () => Promise<boolean>
}

interface StreamSources {
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly state: { onStop(callback: () => void): () => void }
  readonly store: Pick<Store, 'workspaces'>
}

/** The open streams of a node, with one heartbeat timer for all. */
export class EventStreams {
  readonly #open = new Map<ServerResponse, Stream>()
  readonly #countByUserId = new Map<Id, number>()
  #clock: NodeJS.Timeout | null = null

  isFull(userId: Id): boolean {
    return (this.#countByUserId.get(userId) ?? 0) >= STREAMS_PER_USER
  }

  /**
   * Sends the sequence number of each workspace, then those of every change. If the response closed while its
   * sender was authenticated, it is not added: its `close` event has passed, so nothing would remove it.
   */
  async open(
    response: ServerResponse,
    { bus, state, store }: StreamSources,
    userId: Id,
    isStillAllowed: () => Promise<boolean>,
  ): Promise<void> {
    if (response.destroyed || response.socket?.destroyed !== false) return
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 2000\n\n')
    const unsubscribe = bus.subscribe(userId, (hint) => writeHint(response, hint))
    const forget = state.onStop(() => response.end())
    this.#open.set(response, { userId, openedAt: Date.now(), isStillAllowed })
    this.#count(userId, 1)
    this.#clock ??= setInterval(() => void this.#beat(), HEARTBEAT_EVERY_MS).unref()
    response.on('close', () => {
      unsubscribe()
      forget()
      if (this.#open.delete(response)) this.#count(userId, -1)
    })
    for (const { id, seq } of await store.workspaces.ofUser(userId))
      writeHint(response, { userId, workspaceId: id, seq })
  }

  /** Ends the streams of a user whose session or token has ended. */
  async endOf(userId: Id): Promise<void> {
    for (const [response, stream] of this.#open)
      if (stream.userId === userId && !(await stream.isStillAllowed())) response.end()
  }

  #count(userId: Id, by: number): void {
    const count = (this.#countByUserId.get(userId) ?? 0) + by
    if (count === 0) this.#countByUserId.delete(userId)
    else this.#countByUserId.set(userId, count)
  }

  async #beat(): Promise<void> {
    const oldest = Date.now() - STREAM_LIFE_MS
    for (const [response, { openedAt, isStillAllowed }] of this.#open) {
      // If the store is unreachable, the next heartbeat checks again.
      const isOver = openedAt < oldest || !(await isStillAllowed().catch(() => true))
      if (isOver) response.end()
      else response.write(': alive\n\n')
    }
  }
}

function writeHint(response: ServerResponse, { workspaceId, seq }: Hint): void {
  if (!response.writableEnded)
    response.write(`data: ${JSON.stringify({ workspace_id: workspaceId, seq })}\n\n`)
}
