import { escapeUTF8 } from 'entities/escape'
import type { FastifyReply } from 'fastify'
import { PASSWORD_MIN } from '../passwords.ts'
import type { FormErrors } from './accounts.ts'

/** The shown form with its fields, except the password. */
interface FormState {
  readonly kind: 'sign-in' | 'create'
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly errors: FormErrors
  readonly isSignUpOpen: boolean
  readonly isFirstAccount: boolean
  /** Whether anybody may create accounts after this one without an invitation. */
  readonly staysOpen: boolean
  /** Whether "This is a shared computer" is ticked. */
  readonly isShared: boolean
  /** Whether passkeys work at this page's address. */
  readonly takesPasskeys: boolean
}

/** Sign-in and sign-up page of the embedded provider. */
export function formPage(state: FormState): string {
  const isNew = state.kind === 'create'
  const title = isNew ? 'Create your account' : 'Sign in'
  return page(
    state.prefix,
    title,
    html`${bothForms(state)}
      <h1>${title}</h1>
      <p class="lead">${leadOf(state)}</p>
      ${formError(state.errors.form)}
      <form method="post" action="${state.prefix}/interaction/${state.uid}/${state.kind}" novalidate>
        ${isNew ? field(state, { name: 'name', label: 'Name', type: 'text', autocomplete: 'name' }) : null}
        ${field(state, { name: 'email', label: 'Email', type: 'email', autocomplete: isNew ? 'email' : 'username' })}
        ${field(state, {
          name: 'password',
          label: 'Password',
          type: 'password',
          autocomplete: isNew ? 'new-password' : 'current-password',
          ...(isNew ? { hint: `At least ${PASSWORD_MIN} characters. A short sentence is a good one.` } : {}),
        })}
        ${isNew ? null : sharedBox(state.isShared)}
        <button type="submit">${isNew ? 'Create account' : 'Sign in'}</button>
      </form>
      ${isNew || !state.takesPasskeys ? null : passkeyForm({ ...state, ticket: '' })}
      ${isNew ? null : html`<p class="other"><a href="${state.prefix}/password">Set a new password</a></p>`}`,
  )
}

function sharedBox(isShared: boolean): Html {
  return html`<label class="check">
      <input type="checkbox" name="shared" value="true" ${isShared ? html`checked` : null}
        aria-describedby="shared-hint">
      This is a shared computer
    </label>
    <p class="hint" id="shared-hint">Nothing is kept on it. Closing or reloading the page signs you out.</p>`
}

export function errorPage(prefix: string, reason: string, home: string): string {
  return page(
    prefix,
    'Signing in stopped',
    html`<h1>Signing in stopped</h1>
      <p class="error" role="alert">${sentence(reason)}</p>
      <p class="lead">Nothing was changed. Start again from the first page.</p>
      <p><a class="button" href="${home}/">Back to Cardinal</a></p>`,
  )
}

interface Field {
  readonly name: 'name' | 'email' | 'password'
  readonly label: string
  readonly type: string
  readonly autocomplete: string
  readonly hint?: string
}

function field(state: FormState, { name, label, type, autocomplete, hint }: Field): Html {
  const error = state.errors[name]
  const described = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`]
  const value = name === 'password' ? '' : state[name]
  const isFirst = firstField(state) === name
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
      autocapitalize="none" spellcheck="false" required
      ${isFirst ? html`autofocus` : null}
      ${error === undefined ? null : html`aria-invalid="true"`}
      ${described.join('') === '' ? null : html`aria-describedby="${described.join(' ').trim()}"`}>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}

/** The first field with an error, else the first empty one. */
function firstField({ kind, errors, name, email }: FormState): Field['name'] {
  const order =
    kind === 'create' ? (['name', 'email', 'password'] as const) : (['email', 'password'] as const)
  const isFilled = { name: name !== '', email: email !== '', password: false }
  return (
    order.find((field) => errors[field] !== undefined) ??
    order.find((field) => !isFilled[field]) ??
    'password'
  )
}

function leadOf({ kind, isFirstAccount, isSignUpOpen, staysOpen }: FormState): string {
  if (kind === 'sign-in' && !isSignUpOpen)
    return 'Welcome back. New accounts need an invitation from the operator of this server.'
  if (kind === 'sign-in') return 'Welcome back. Your cards are where you left them.'
  if (isFirstAccount && staysOpen)
    return 'This is the first account on this server. Everybody who can open this page may make one too.'
  if (isFirstAccount) return 'This is the first account on this server. After it, others need an invitation.'
  return 'Your name and email stay on this server.'
}

function formError(message: string | undefined): Html | null {
  return message === undefined ? null : html`<p class="error banner" role="alert">${message}</p>`
}

/**
 * Offers both forms, because the browser does not show who has an account: people may use a new device, and
 * new people a known one.
 */
function bothForms({ kind, prefix, uid, isSignUpOpen, isFirstAccount }: FormState): Html | null {
  if (!isSignUpOpen || isFirstAccount) return null
  const here = `${prefix}/interaction/${uid}`
  const current = html`aria-current="page"`
  return html`<nav class="ways" aria-label="With or without an account">
    <a href="${here}?form=sign-in" ${kind === 'sign-in' ? current : null}>Sign in</a>
    <a href="${here}?form=create" ${kind === 'create' ? current : null}>Create an account</a>
  </nav>`
}

function sentence(text: string): string {
  const trimmed = text.trim()
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`
}

export function page(prefix: string, title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} · Cardinal</title>
<link rel="stylesheet" href="${prefix.replace(/\/oidc$/, '')}/font.css">
<link rel="stylesheet" href="${prefix}/sign-in.css">
<link rel="icon" href="${prefix}/mark.svg" type="image/svg+xml">
</head>
<body>
<main>
<p class="brand"><img src="${prefix}/mark.svg" alt="" width="28" height="28">Cardinal</p>
${main}
</main>
</body>
</html>`.text
}

export function sendPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(body)
}

export interface PasskeyForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  /** Proves that the password was given; empty: the passkey alone signs in. */
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

/** Escaped HTML. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** Escapes every value that is not `Html`; lists are joined, null is empty. */
export function html(parts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  let text = ''
  parts.forEach((part, index) => {
    text += part + (index < values.length ? asHtml(values[index]) : '')
  })
  return new Html(text)
}

function asHtml(value: unknown): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(asHtml).join('')
  return value === null || value === undefined || value === false ? '' : escapeUTF8(String(value))
}
