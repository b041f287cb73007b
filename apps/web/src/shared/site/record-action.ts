import { type SignInForm, signIn, visitorId } from '../../session/index.ts'
import { siteOptions } from './site-options.ts'

/** Counted actions, named by the specification. */
type VisitorAction =
  | `landed-${number}`
  | 'clicked-closed-how-it-works'
  | 'clicked-seeHow'
  | 'clicked-login'
  | 'route-usageExample'

/** ms to wait for the visitor's address. */
const LOOKUP_TIMEOUT_MS = 1000

/** Sends an action without waiting. Failures are ignored. */
export function recordAction(action: VisitorAction): void {
  void lookUpAddress().then((ipAddress) => {
    const body = JSON.stringify({ user_action: action, unknown_user_id: visitorId(), ipAddress })
    navigator.sendBeacon('/api/user/action-taken', new Blob([body], { type: 'application/json' }))
  })
}

/**
 * Records a press on a sign-in button, and goes to the sign-in, which returns to this path.
 *
 * @param form the form that opens first; absent: sign-in on a device that the server knows, otherwise a new
 *   account
 */
export function pressSignIn(returnTo: string, form?: SignInForm): void {
  recordAction('clicked-login')
  signIn(returnTo, form)
}

/** The visitor's address from a configured service. Null: none, or too slow. */
async function lookUpAddress(): Promise<string | null> {
  const { addressLookupUrl } = await siteOptions()
  if (addressLookupUrl === null) return null
  try {
    // biome-ignore lint/style/noRestrictedGlobals: another site's service; there is no token to send or renew
    const answer = await fetch(addressLookupUrl, { signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS) })
    return answer.ok ? (await answer.text()).trim().slice(0, 45) : null
  } catch {
    return null // Visitors without a known address are counted, too.
  }
}
