import { useSyncExternalStore } from 'react'
import { browserPorts } from './browser-ports.ts'
import { Session, type SessionState } from './session.ts'
import { isSharedComputer } from './shared-computer.ts'
import type { SignInOutcome } from './sign-in.ts'
import { signInAddress } from './sign-in-address.ts'

export { CallFailed } from './account-client.ts'
export { MemoryStorage } from './memory-storage.ts'
export { LOGOUT_EVENT, type SessionState } from './session.ts'
export { isSharedComputer } from './shared-computer.ts'
export type { SignInOutcome } from './sign-in.ts'
export { type LocalData, signOut } from './sign-out.ts'
export type { User } from './token-store.ts'
export { userOfWire, type WireUser } from './wire-user.ts'

const ports = browserPorts()

/** The session of this page. */
export const session = new Session(ports)

/** Who is signed in, kept up to date, over all tabs. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.snapshot)
}

/** Leaves for the sign-in; the person comes back to `returnTo`, a path of this site. */
export function signIn(returnTo: string): void {
  location.assign(signInAddress(ports.apiBase, returnTo))
}

/** Leaves for another sign-in of the same person, who comes back to this page and may then do what needs a fresh one. */
export function confirmSignIn(): void {
  const shared = isSharedComputer ? '&shared=true' : ''
  location.assign(`${signInAddress(ports.apiBase, location.pathname)}&confirm=true${shared}`)
}

/** To be called once at the start: finishes a sign-in that has just come back, and cleans the address. */
export async function completeSignIn(): Promise<SignInOutcome> {
  if (!location.search.includes('sign_in_')) return { kind: 'none' }
  // Only who comes back from the sign-in needs it.
  const { finishSignIn, readSignInReturn, withoutSignInReturn } = await import('./sign-in.ts')
  const address = new URL(location.href)
  const found = readSignInReturn(address)
  if (found.kind === 'none') return found
  history.replaceState(history.state, '', withoutSignInReturn(address))
  return finishSignIn(session, found)
}

/** The visitor's id, made at the first call and kept in this browser. */
export function visitorId(): string {
  return session.tokens.visitorId(ports.random)
}
