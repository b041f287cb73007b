import type { Access, Failure } from '@cardinal/contract'
import type { Principal } from '../identity/authenticate.ts'
import type { Store } from '../store/index.ts'
import { FAILURES } from './failures.ts'

/** Why a caller may not make a call; null: allowed. Each query also filters by the user's id. */
export function accessRefusal(access: Access, principal: Principal | null): Failure | null {
  if (access === 'public') return null
  if (principal === null) return FAILURES.notSignedIn
  switch (access) {
    case 'token':
      return null
    case 'read':
      return principal.scope === 'add' ? FAILURES.addOnlyToken : null
    case 'add':
      return principal.scope === 'read' ? FAILURES.readOnlyToken : null
    case 'write':
      if (principal.scope === 'write') return null
      return principal.scope === 'add' ? FAILURES.addOnlyToken : FAILURES.readOnlyToken
    case 'session':
      return principal.sessionId === null ? FAILURES.sessionNeeded : null
  }
}

/**
 * Refuses a session whose sign-in is not fresh; null: allowed. Reads the store each time, because a
 * confirmation may have reached another node. Personal tokens pass: making one needed a fresh sign-in.
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
