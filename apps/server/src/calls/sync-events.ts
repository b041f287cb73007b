import type { events } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { EventStreams } from '../workspaces/event-streams.ts'
import { callerOf, type PlainHandler, SENT } from './handler.ts'

/**
 * Tells a client, for as long as it listens, which workspace has reached which sequence number. The stream
 * begins with where each one stands, so that nothing is missed between two streams.
 */
export function eventsHandler(): PlainHandler<typeof events> {
  const streams = new EventStreams()
  return async (_input, context) => {
    const { services, http } = context
    if (http === null) return refused(FAILURES.noSuchPath)
    if (services.state.isStopping) return refused(FAILURES.stopping)
    http.reply.hijack()
    await streams.open(http.reply.raw, services, callerOf(context).userId)
    return ok(SENT)
  }
}
