import type { ServerResponse } from 'node:http'
import type { events } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../http/failure.ts'
import type { Hint } from '../store/index.ts'
import { callerOf, type PlainHandler, SENT } from './handler.ts'
import type { Services } from './services.ts'

/** Between two signs of life, in ms: below the patience of common proxies. */
const HEARTBEAT = 25_000
/** A stream ends after this, in ms, as an access token does: whoever still may opens another. */
const STREAM_LIFE = 15 * 60_000

/**
 * Tells a client, for as long as it listens, which workspace has reached which sequence number. The stream
 * begins with where each one stands, so that nothing is missed between two streams.
 */
export function eventsHandler(): PlainHandler<typeof events> {
  const streams = new EventStreams()
  return async (_input, context) => {
    if (context.http === null) return refused(FAILURES.noSuchPath)
    const { services, http } = context
    const { userId } = callerOf(context)
    if (services.state.isStopping) return refused(FAILURES.stopping)
    http.reply.hijack()
    streams.open(http.reply.raw, services, userId)
    for (const { id, seq } of await services.store.workspaces.ofUser(userId))
      writeHint(http.reply.raw, { userId, workspaceId: id, seq })
    return ok(SENT)
  }
}

/** The open streams of a node, with one clock for all of them. */
class EventStreams {
  readonly #openedAt = new Map<ServerResponse, number>()
  #clock: NodeJS.Timeout | null = null

  open(response: ServerResponse, { bus, state }: Services, userId: string): void {
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
