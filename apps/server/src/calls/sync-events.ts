import type { events } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import type { Identity } from '../identity/index.ts'
import { EventStreams } from '../workspaces/events.ts'
import { callerOf, type PlainHandler, SENT } from './handler.ts'

/**
 * Streams the sequence numbers of changed workspaces. Begins with all of them, so that nothing is missed between two
 * streams. Ends with its session or token.
 */
export function eventsHandler({
  authenticator,
}: Pick<Identity, 'authenticator'>): PlainHandler<typeof events> {
  const streams = new EventStreams()
  authenticator.onForget((userId) => streams.endOf(userId).catch(() => undefined))
  return async (_input, context) => {
    const { services, http } = context
    if (http === null) return refused(FAILURES.noSuchPath)
    if (services.state.isStopping) return refused(FAILURES.stopping)
    const { userId } = callerOf(context)
    if (streams.isFull(userId)) return refused(FAILURES.tooManyStreams)
    const { authorization } = http.request.headers
    http.reply.hijack()
    await streams.open(http.reply.raw, services, userId, async () => {
      return (await authenticator.authenticate(authorization)).ok
    })
    return ok(SENT)
  }
}
