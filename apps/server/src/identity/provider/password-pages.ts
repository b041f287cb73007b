import type { FastifyInstance } from 'fastify'
import type { SendMail } from '../mailer.ts'
import { PASSWORD_MIN } from '../passwords.ts'
import { type Html, html, page, sendPage } from './pages.ts'
import type { ChangeErrors, PasswordChanges } from './password-change.ts'
import { PROVIDER_PATH } from './paths.ts'

interface Options {
  readonly passwords: PasswordChanges
  readonly sendMail: SendMail | null
  readonly publicUrl: string
  /** Path of the site. */
  readonly basePath: string
}

/** Page for setting a new password, by the present one or by a code. */
export function addPasswordPages(app: FastifyInstance, options: Options): void {
  const { passwords, sendMail, basePath } = options
  const prefix = basePath + PROVIDER_PATH
  const hasMail = sendMail !== null
  const path = `${PROVIDER_PATH}/password`
  app.get<{ Querystring: { email?: string } }>(path, (request, reply) => {
    const { email } = request.query
    return sendPage(
      reply,
      200,
      formPage(prefix, typeof email === 'string' ? email.slice(0, 254) : '', {}, hasMail),
    )
  })
  app.post(path, async (request, reply) => {
    const { email = '', proof = '', password = '' } = (request.body ?? {}) as Record<string, string>
    const changed = await passwords.change({ email, proof, password }, request.ip)
    return changed.ok
      ? sendPage(reply, 200, donePage(prefix, basePath, changed.value.isReviewed))
      : sendPage(reply, 422, formPage(prefix, email, changed.error, hasMail))
  })
  if (sendMail !== null) addForgotPage(app, prefix, options, sendMail)
}

/** Page for requesting a code by mail. Its answer does not reveal whether the account exists. */
function addForgotPage(
  app: FastifyInstance,
  prefix: string,
  { passwords, publicUrl }: Options,
  sendMail: SendMail,
): void {
  const path = `${PROVIDER_PATH}/password/forgot`
  const mail = async (email: string, address: string) => {
    const made = await passwords.askForCode(email, address)
    if (made !== null) await sendMail(made.to, 'Your code for a new password', mailText(made.code, publicUrl))
  }
  app.get(path, (_request, reply) => sendPage(reply, 200, forgotPage(prefix)))
  app.post(path, (request, reply) => {
    const { email = '' } = (request.body ?? {}) as Record<string, string>
    // Not awaited: the time of the answer would reveal whether the account exists.
    mail(email, request.ip).catch((error: Error) =>
      request.log.error({ err: error }, 'a mail could not be sent'),
    )
    return sendPage(reply, 200, sentPage(prefix))
  })
}

function mailText(code: string, publicUrl: string): string {
  return `Somebody asked for a new password for this email at ${publicUrl}.

Your code is ${code}
It is good for 30 minutes on this page:
${publicUrl}${PROVIDER_PATH}/password

If it was not you, ignore this mail: nothing has been changed.
`
}

function forgotPage(prefix: string): string {
  return page(
    prefix,
    'Get a code by email',
    html`<h1>Get a code by email</h1>
      <p class="lead">With the code you set a new password.</p>
      <form method="post" action="${prefix}/password/forgot" novalidate>
        ${field('email', 'Email', 'email', 'username', '', undefined)}
        <button type="submit">Send the code</button>
      </form>`,
  )
}

function sentPage(prefix: string): string {
  return page(
    prefix,
    'Look into your mail',
    html`<h1>Look into your mail</h1>
      <p class="lead" role="status">If there is an account with this email, a code is on its way. It is good for 30 minutes.</p>
      <p><a class="button" href="${prefix}/password">Set a new password</a></p>`,
  )
}

function formPage(prefix: string, email: string, errors: ChangeErrors, hasMail: boolean): string {
  return page(
    prefix,
    'Set a new password',
    html`<h1>Set a new password</h1>
      <p class="lead">Your present password proves who you are. Without it,
        ${hasMail ? html`<a href="${prefix}/password/forgot">get a code by email</a>.` : 'ask the operator of this server for a code.'}</p>
      ${errors.form === undefined ? null : html`<p class="error banner" role="alert">${errors.form}</p>`}
      <form method="post" action="${prefix}/password" novalidate>
        ${field('email', 'Email', 'email', 'username', email, errors.email)}
        ${field('proof', 'Present password, or code', 'password', 'current-password', '', errors.proof)}
        ${field('password', 'New password', 'password', 'new-password', '', errors.password, HINT)}
        <button type="submit">Set password</button>
      </form>`,
  )
}

const HINT = `At least ${PASSWORD_MIN} characters. A short sentence is a good one. Every device is signed out.`

function donePage(prefix: string, basePath: string, isReviewed: boolean): string {
  return page(
    prefix,
    'Your password is set',
    html`<h1>Your password is set</h1>
      <p class="lead" role="status">Every device is signed out. Sign in with the new password.
        ${isReviewed ? 'You are then asked which passkeys, tokens, webhooks and secret addresses you know. Until you answer, none of them works.' : null}</p>
      <p><a class="button" href="${basePath}/api/user/sign-in/start">Sign in</a></p>`,
  )
}

function field(
  name: string,
  label: string,
  type: string,
  autocomplete: string,
  value: string,
  error: string | undefined,
  hint?: string,
): Html {
  const described = [hint === undefined ? '' : `${name}-hint`, error === undefined ? '' : `${name}-error`]
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"
      autocapitalize="none" spellcheck="false" required
      ${error === undefined ? null : html`aria-invalid="true" autofocus`}
      ${described.join('') === '' ? null : html`aria-describedby="${described.join(' ').trim()}"`}>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`
}
