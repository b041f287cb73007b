import { signInSentence } from '@cardinal/contract/sign-in-problems'
import type { Session } from './session.ts'
import type { User } from './token-store.ts'
import { troubleSentence } from './trouble.ts'

/** What the address holds when the provider has sent the person back. */
export type SignInReturn =
  | { readonly kind: 'none' }
  | { readonly kind: 'code'; readonly code: string; readonly returnTo: string }
  | { readonly kind: 'error'; readonly message: string }

export type SignInOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'signed-in'; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Where the button of the sign-in provider leads; the person comes back to `returnTo`. */
export function signInAddress(apiBase: string, returnTo: string): string {
  return `${apiBase}/user/sign-in/start?return_to=${encodeURIComponent(safePath(returnTo))}`
}

/** Reads what the sign-in left in the address. */
export function readSignInReturn(address: URL): SignInReturn {
  const code = address.searchParams.get('sign_in_code')
  if (code !== null) {
    return { kind: 'code', code, returnTo: safePath(address.searchParams.get('return_to') ?? '/home') }
  }
  const error = address.searchParams.get('sign_in_error')
  return error === null ? { kind: 'none' } : { kind: 'error', message: signInSentence(error) }
}

/** The address without anything of the sign-in, for the history: a code must not be shared or used again. */
export function withoutSignInReturn(address: URL): string {
  const clean = new URL(address)
  for (const name of ['sign_in_code', 'sign_in_error', 'return_to']) clean.searchParams.delete(name)
  return clean.pathname + clean.search + clean.hash
}

/** Trades the one-time code for tokens and keeps them. */
export async function finishSignIn(session: Session, found: SignInReturn): Promise<SignInOutcome> {
  if (found.kind === 'none') return found
  if (found.kind === 'error') return { kind: 'failed', message: found.message }
  const clientId = await clientIdOf(session)
  const answer = await session.account.post('/user/sign-in', { credential: found.code, client_id: clientId })
  if (answer.kind === 'unreachable') return { kind: 'failed', message: troubleSentence(answer.trouble) }
  const body = answer.body as { data?: SignInData; msg?: string }
  if (body.data === undefined) return { kind: 'failed', message: body.msg ?? 'Signing in failed. Try again.' }
  const { jwt_access_token, jwt_refresh_token, user } = body.data
  session.begin(jwt_access_token, jwt_refresh_token, {
    credential: found.code,
    clientId,
    user: userOfWire(user),
  })
  return { kind: 'signed-in', returnTo: found.returnTo }
}

/** A user as the server writes one. */
export interface WireUser {
  readonly name: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly plan: string
  readonly plan_expires_at: string | null
}

export function userOfWire(user: WireUser): User {
  return {
    name: user.name,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    plan: user.plan,
    planExpiresAt: user.plan_expires_at === null ? null : Date.parse(user.plan_expires_at),
  }
}

interface SignInData {
  readonly jwt_access_token: string
  readonly jwt_refresh_token: string
  readonly user: WireUser
}

/** The provider's name for this application, as the options tell it; `cardinal` where they tell none. */
async function clientIdOf(session: Session): Promise<string> {
  const options = await session.account.get('/user/sign-in-options')
  if (options.kind === 'unreachable') return 'cardinal' // The call that follows will say so.
  return (options.body as { data?: { client_id?: string } }).data?.client_id ?? 'cardinal'
}

/** Only paths of this site: an address that leads elsewhere becomes /home. */
function safePath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/home'
}
