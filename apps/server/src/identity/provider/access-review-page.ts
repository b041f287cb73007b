import { type Access, type AccessKind, type DueReview, WORDS } from './access-review.ts'
import { type Html, html } from './html.ts'
import { page } from './pages.ts'

interface ReviewForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
  readonly error: string | null
  readonly due: DueReview
  /** Keys with a tick. */
  readonly kept: ReadonlySet<string>
}

const TITLE = 'Look through your account'

/**
 * Asks, after a new password, what may still open or read the account. Works without scripts. Enter in a box presses
 * the form's first button that is not disabled: the hidden one, which removes nothing.
 */
export function reviewPage({ prefix, uid, ticket, isShared, error, due, kept }: ReviewForm): string {
  const { found, signedOut } = due
  const kinds = [...new Set(found.map(({ kind }) => kind))]
  return page(
    prefix,
    TITLE,
    html`<h1>${TITLE}</h1>
      <p class="lead">Your password was set anew with a code. Somebody who knew the old one may have left a way in.
        ${found.length === 0 ? 'Nothing was found but the devices below.' : 'Tick what you know. The rest is removed.'}</p>
      ${error === null ? null : html`<p class="error banner" role="alert">${error}</p>`}
      <form method="post" action="${prefix}/interaction/${uid}/review" novalidate>
        <button type="submit" hidden></button>
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="shared" value="${isShared ? 'true' : ''}">
        <input type="hidden" name="seen" value="${found.map(({ key }) => key).join(' ')}">
        ${kinds.map((kind) => group(kind, found, kept))}
        ${found.length === 0 ? null : html`<p class="hint">None of it works until you go on. If you leave this page, nothing is removed, and you see it again when you sign in.</p>`}
        <button type="submit" name="decided" value="true">${found.length === 0 ? 'Go on' : 'Remove what is not ticked, and go on'}</button>
      </form>
      ${
        signedOut.length === 0
          ? null
          : html`<h2>Devices that were signed out</h2>
      <ul class="devices">${signedOut.map(({ device, lastUsedAt }) => html`<li>${device}, last used ${dayOf(lastUsedAt)}</li>`)}</ul>`
      }`,
  )
}

const HEADINGS: Readonly<Record<AccessKind, string>> = {
  passkey: 'Passkeys, which sign in without the password',
  token: 'Personal tokens of programs',
  webhook: 'Webhooks, which are told of changes',
  'shared-search': 'Shared searches, which anybody with the address reads',
  calendar: 'Calendar, which anybody with the address reads',
  reminders: 'Reminders, which browsers show',
}

function group(kind: AccessKind, found: readonly Access[], kept: ReadonlySet<string>): Html {
  return html`<fieldset>
          <legend>${HEADINGS[kind]}</legend>
          ${found.filter((each) => each.kind === kind).map((each) => box(each, kept.has(each.key)))}
        </fieldset>`
}

function box({ key, kind, name, createdAt, lastUsedAt }: Access, isKept: boolean): Html {
  const times = [
    ...(createdAt === null ? [] : [`made ${dayOf(createdAt)}`]),
    ...(lastUsedAt === null ? [] : [`last used ${dayOf(lastUsedAt)}`]),
  ].join(', ')
  return html`<label class="keep"><input type="checkbox" name="${key}" value="true" ${isKept ? html`checked` : null}>
            <span><span class="sr">Keep ${WORDS[kind].toLowerCase()} </span>${name === '' ? WORDS[kind] : name}
            ${times === '' ? null : html`<span class="hint">${times}</span>`}</span></label>`
}

/** A date for people, in UTC. */
function dayOf(time: number): string {
  return new Date(time).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}
