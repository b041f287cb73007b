import { useSyncExternalStore } from 'react'
import { browserPorts } from './browser-ports.ts'
import { Session, type SessionState } from './session.ts'
import {
  finishSignIn,
  readSignInReturn,
  type SignInOutcome,
  signInAddress,
  withoutSignInReturn,
} from './sign-in.ts'

export { CallFailed } from './account-client.ts'
export { LOGOUT_EVENT, type SessionState } from './session.ts'
export { type SignInOutcome, userOfWire, type WireUser } from './sign-in.ts'
export { type LocalData, signOut } from './sign-out.ts'
export type { User } from './token-store.ts'

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

/** To be called once at the start: finishes a sign-in that has just come back, and cleans the address. */
export async function completeSignIn(): Promise<SignInOutcome> {
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
