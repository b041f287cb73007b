import { signInSentence } from '@cardinal/contract/sign-in-problems'
import { CallFailed } from './request.ts'
import type { Session } from './session.ts'
import { safePath } from './sign-in-address.ts'
import { troubleSentence } from './trouble.ts'
import { userOfWire } from './wire-user.ts'

/** What the address says after the provider redirected the person back. */
type SignInReturn =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'code'
      readonly code: string
      readonly returnTo: string
      /** Whether the person was signed in already, and this is a fresh sign-in. */
      readonly isConfirmation: boolean
    }
  | { readonly kind: 'error'; readonly message: string }

export type SignInOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'signed-in'; readonly returnTo: string }
  /** The session continues. For ten minutes, acts that need a fresh sign-in are possible. */
  | { readonly kind: 'confirmed'; readonly returnTo: string }
  | { readonly kind: 'failed'; readonly message: string }

/** Reads the result of the sign-in from the address. */
export function readSignInReturn(address: URL): SignInReturn {
  const code = address.searchParams.get('sign_in_code')
  if (code !== null) {
    const returnTo = safePath(address.searchParams.get('return_to') ?? '/home')
    return { kind: 'code', code, returnTo, isConfirmation: address.searchParams.has('confirm') }
  }
  const error = address.searchParams.get('sign_in_error')
  return error === null ? { kind: 'none' } : { kind: 'error', message: signInSentence(error) }
}

/** The address without the parameters of the sign-in, for the history: a code must not be shared or used again. */
export function withoutSignInReturn(address: URL): string {
  const clean = new URL(address)
  for (const name of ['sign_in_code', 'sign_in_error', 'return_to', 'confirm', 'shared'])
    clean.searchParams.delete(name)
  return clean.pathname + clean.search + clean.hash
}

/** Exchanges the one-time code for tokens and stores them. */
export async function finishSignIn(session: Session, found: SignInReturn): Promise<SignInOutcome> {
  if (found.kind === 'none') return found
  if (found.kind === 'error') return { kind: 'failed', message: found.message }
  const clientId = await clientIdOf(session)
  if (found.isConfirmation && session.snapshot().isSignedIn) return confirm(session, found, clientId)
  const answer = await session.account.publicly('POST /user/sign-in', {
    body: { credential: found.code, client_id: clientId },
  })
  if (answer.kind === 'unreachable') return { kind: 'failed', message: troubleSentence(answer.trouble) }
  if (answer.kind === 'refused') return { kind: 'failed', message: answer.refusal.msg }
  const { jwt_access_token, jwt_refresh_token, user } = answer.content.data
  session.begin(jwt_access_token, jwt_refresh_token, {
    credential: found.code,
    clientId,
    user: userOfWire(user),
  })
  return { kind: 'signed-in', returnTo: found.returnTo }
}

/** Tells the server of the fresh sign-in. The session continues. */
async function confirm(
  session: Session,
  { code, returnTo }: { readonly code: string; readonly returnTo: string },
  clientId: string,
): Promise<SignInOutcome> {
  try {
    await session.account.call('POST /user/sign-in/confirm', {
      body: { credential: code, client_id: clientId },
    })
    return { kind: 'confirmed', returnTo }
  } catch (failure) {
    if (failure instanceof CallFailed) return { kind: 'failed', message: failure.message }
    throw failure
  }
}

/** Client id at the provider, from the options; `cardinal` if they have none. */
async function clientIdOf(session: Session): Promise<string> {
  const options = await session.account.publicly('GET /user/sign-in-options')
  // A failure appears at the next call.
  return (options.kind === 'done' ? options.content.data.client_id : null) ?? 'cardinal'
}
