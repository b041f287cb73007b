import type { Access, Failure } from '@cardinal/contract'
import { FAILURES } from '../access/failures.ts'
import type { Principal } from '../identity/authenticate.ts'

/** Why a caller may not make a call; null: allowed. Which rows it can touch is limited by the user's id. */
export function accessRefusal(access: Access, principal: Principal | null): Failure | null {
  if (access === 'public') return null
  if (principal === null) return FAILURES.notSignedIn
  switch (access) {
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
