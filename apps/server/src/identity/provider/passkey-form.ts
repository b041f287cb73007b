import { type Html, html } from './html.ts'

export interface PasskeyForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  /** Proof of the password given before; empty: the passkey alone signs in. */
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
}

/** A button to sign in with a passkey. Its script shows it where the browser supports them. */
export function passkeyForm({ prefix, uid, ticket, isShared }: PasskeyForm): Html {
  const here = `${prefix}/interaction/${uid}`
  return html`<form method="post" action="${here}/passkey" data-passkey-options="${here}/passkey-options" hidden>
      <input type="hidden" name="ticket" value="${ticket}">
      <input type="hidden" name="response" value="">
      <input type="hidden" name="shared" value="${isShared ? 'true' : ''}">
      <button type="submit" class="${ticket === '' ? 'quiet' : ''}">Use a passkey</button>
      <p class="said" role="alert"></p>
    </form>
    <script type="module" src="${prefix.replace(/\/oidc$/, '')}/passkey.js"></script>`
}
