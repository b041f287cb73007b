import type { ServerResponse } from 'node:http'
import type { Id } from '@cardinal/domain'
import type { Hint } from '../store/index.ts'
import type { Services } from './services.ts'

/** Between two signs of life, in ms: below the patience of common proxies. */
const HEARTBEAT = 25_000
/** A stream ends after this, in ms, as an access token does: whoever still may opens another. */
const STREAM_LIFE = 15 * 60_000

/** The open streams of a node, with one clock for all of them. */
export class EventStreams {
  readonly #openedAt = new Map<ServerResponse, number>()
  #clock: NodeJS.Timeout | null = null

  /** Begins a stream: first where each workspace of the user stands, then every change. */
  async open(response: ServerResponse, { bus, state, store }: Services, userId: Id): Promise<void> {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    response.write('retry: 2000\n\n')
    const unsubscribe = bus.subscribe(userId, (hint) => writeHint(response, hint))
    const forget = state.onStop(() => response.end())
    this.#openedAt.set(response, Date.now())
    this.#clock ??= setInterval(() => this.#beat(), HEARTBEAT).unref()
    response.on('close', () => {
      unsubscribe()
      forget()
      this.#openedAt.delete(response)
    })
    for (const { id, seq } of await store.workspaces.ofUser(userId))
      writeHint(response, { userId, workspaceId: id, seq })
  }

  #beat(): void {
    const oldest = Date.now() - STREAM_LIFE
    for (const [response, openedAt] of this.#openedAt) {
      if (openedAt < oldest) response.end()
      else response.write(': alive\n\n')
    }
  }
}

function writeHint(response: ServerResponse, { workspaceId, seq }: Hint): void {
  if (!response.writableEnded)
    response.write(`data: ${JSON.stringify({ workspace_id: workspaceId, seq })}\n\n`)
}
