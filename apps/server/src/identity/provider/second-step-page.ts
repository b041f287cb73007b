import { html } from './html.ts'
import { page } from './pages.ts'

interface SecondStepForm {
  /** Path of the provider, for instance `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly ticket: string
  readonly error: string | null
}

/** The page after the password, which asks for a code of the authenticator app or a recovery code. */
export function secondStepPage({ prefix, uid, ticket, error }: SecondStepForm): string {
  return page(
    prefix,
    'Enter your code',
    html`<h1>Enter your code</h1>
      <p class="lead">Your authenticator app shows it. Without the app, enter one of your recovery codes.</p>
      ${error === null ? null : html`<p class="error banner" role="alert">${error}</p>`}
      <form method="post" action="${prefix}/interaction/${uid}/second-step" novalidate>
        <input type="hidden" name="ticket" value="${ticket}">
        <div class="field">
          <label for="code">Code</label>
          <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters"
            spellcheck="false" required autofocus ${error === null ? null : html`aria-invalid="true"`}>
        </div>
        <button type="submit">Sign in</button>
      </form>
      <p class="other">Neither app nor codes? The operator of this server can switch the second step off.</p>`,
  )
}
