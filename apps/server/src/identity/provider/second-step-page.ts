import { html } from './html.ts'
import { page } from './pages.ts'
import { type PasskeyForm, passkeyForm } from './passkey-form.ts'

interface SecondStepForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
  readonly error: string | null
  readonly hasApp: boolean
  /** Null: the account has no passkey as a second step. */
  readonly passkey: PasskeyForm | null
}

/** The page after the password, for a passkey, a code of the authenticator app or a recovery code. */
export function secondStepPage({
  prefix,
  uid,
  ticket,
  isShared,
  error,
  hasApp,
  passkey,
}: SecondStepForm): string {
  const title = passkey === null ? 'Enter your code' : 'One more step'
  return page(
    prefix,
    title,
    html`<h1>${title}</h1>
      <p class="lead">${leadOf(hasApp, passkey !== null)}</p>
      ${error === null ? null : html`<p class="error banner" role="alert">${error}</p>`}
      ${passkey === null ? null : passkeyForm(passkey)}
      <form method="post" action="${prefix}/interaction/${uid}/second-step" novalidate>
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="shared" value="${isShared ? 'true' : ''}">
        <div class="field">
          <label for="code">Code</label>
          <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters"
            spellcheck="false" required autofocus ${error === null ? null : html`aria-invalid="true"`}>
        </div>
        <button type="submit">Sign in</button>
      </form>
      <p class="other">None of these? The operator of this server can switch the second step off.</p>`,
  )
}

function leadOf(hasApp: boolean, hasPasskey: boolean): string {
  if (!hasPasskey)
    return 'Your authenticator app shows it. Without the app, enter one of your recovery codes.'
  if (!hasApp) return 'Use your passkey. Without it, enter one of your recovery codes.'
  return 'Use your passkey, or enter the code of your authenticator app or one of your recovery codes.'
}
