import { type Html, html } from './html.ts'

/** Where a passkey is asked for. */
export interface PasskeyForm {
  /** Path of the provider, for instance `/oidc`. */
  readonly prefix: string
  readonly uid: string
  /** Of the password that was given before; empty: the passkey alone signs in. */
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
}

/** Returns a button that signs in with a passkey. It stays hidden where the browser knows none; its script shows it. */
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
