import type { Failure } from '@cardinal/contract'
import type { Principal } from '../identity/authenticate.ts'
import type { Store } from '../store/index.ts'
import { FAILURES } from './failures.ts'

/**
 * Refuses a session whose sign-in is no longer fresh; null: let in. The store is asked each time: a confirmation may
 * have come to another node a moment ago. A personal token was made after a fresh sign-in, and passes.
 */
export async function freshnessRefusal(
  principal: Principal | null,
  sessions: Pick<Store['sessions'], 'byId'>,
  now: number,
): Promise<Failure | null> {
  if (principal === null || principal.sessionId === null) return null
  const session = await sessions.byId(principal.sessionId)
  return session === undefined || session.fresh_until <= now ? FAILURES.freshSignInNeeded : null
}
