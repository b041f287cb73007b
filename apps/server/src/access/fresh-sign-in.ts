import type { Failure } from '@cardinal/contract'
import type { Principal } from '../identity/authenticate.ts'
import type { Store } from '../store/index.ts'
import { FAILURES } from './failures.ts'

/**
 * Refuses a session whose sign-in is no longer fresh; null: allowed. Asks the store each time: a confirmation may just have
 * come to another node. Personal tokens pass, because making one needs a fresh sign-in.
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
