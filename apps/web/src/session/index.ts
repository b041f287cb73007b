import { useSyncExternalStore } from 'react'
import { browserPorts } from './browser-ports.ts'
import { Session, type SessionState } from './session.ts'
import { isSharedComputer } from './shared-computer.ts'
import type { SignInOutcome } from './sign-in.ts'
import { type SignInForm, signInAddress } from './sign-in-address.ts'

export { MemoryStorage } from './memory-storage.ts'
export { type BodyOf, type CallAddress, CallFailed, type DataOf, type Requested } from './request.ts'
export { LOGOUT_EVENT, type SessionState } from './session.ts'
export { isSharedComputer } from './shared-computer.ts'
export type { SignInOutcome } from './sign-in.ts'
export { type LocalData, signOut } from './sign-out.ts'
export type { User } from './token-store.ts'
export { userOfWire, type WireUser } from './wire-user.ts'
export type { SignInForm }

const ports = browserPorts()

/** The session of this page. */
export const session = new Session(ports)

/** The session's state, also after changes in other tabs. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.snapshot)
}

/** Navigates to the sign-in. Afterwards the person returns to `returnTo`, a path of this site. */
export function signIn(returnTo: string, form?: SignInForm): void {
  location.assign(signInAddress(ports.apiBase, returnTo, form))
}

/** Navigates to a fresh sign-in of the same person, which returns to this page. */
export function confirmSignIn(): void {
  const shared = isSharedComputer ? '&shared=true' : ''
  location.assign(`${signInAddress(ports.apiBase, location.pathname + location.hash)}&confirm=true${shared}`)
}

/**
 * Completes a sign-in that has just returned, and removes its parameters from the address. Call it once at the
 * start.
 */
export async function completeSignIn(): Promise<SignInOutcome> {
  if (!location.search.includes('sign_in_')) return { kind: 'none' }
  // Imported only after a return from the sign-in.
  const { finishSignIn, readSignInReturn, withoutSignInReturn } = await import('./sign-in.ts')
  const address = new URL(location.href)
  const found = readSignInReturn(address)
  if (found.kind === 'none') return found
  history.replaceState(history.state, '', withoutSignInReturn(address))
  return finishSignIn(session, found)
}

/** The visitor's id. The first call creates and stores it in this browser. */
export function visitorId(): string {
  return session.tokens.visitorId(ports.random)
}
