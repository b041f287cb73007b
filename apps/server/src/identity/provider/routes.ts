import type { ServerResponse } from 'node:http'
import type { Id } from '@cardinal/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Config } from '../../config.ts'
import type { Store } from '../../store/index.ts'
import { logSecurityEvent } from '../activity.ts'
import { cookieLines, readCookie } from '../cookies.ts'
import { IN_PROCESS } from '../in-process-fetch.ts'
import type { SendMail } from '../mailer.ts'
import { publicAddressOrOwn } from '../public-address.ts'
import { type CookieToSet, PENDING_LIFE_SECONDS, SHARED_COOKIE } from '../sign-in.ts'
import { type DueReview, dueReview, endReview, reviewPage } from './access-review.ts'
import { type Accounts, type FormErrors, TOO_MANY_ATTEMPTS } from './accounts.ts'
import { addInvitationPage, invitationOf } from './invitations.ts'
import { MARK_SVG, PAGE_STYLE } from './page-assets.ts'
import { errorPage, formPage, sendPage } from './pages.ts'
import { type Passkeys, passkeysWork } from './passkeys.ts'
import type { PasswordChanges } from './password-change.ts'
import { addPasswordPages } from './password-pages.ts'
import { PROVIDER_PATH } from './paths.ts'
import { mountProvider } from './provider.ts'
import { type SecondStep, secondStepPage } from './second-step.ts'

interface ProviderRoutes {
  readonly loadProvider: () => Promise<Provider>
  readonly accounts: Accounts
  readonly secondStep: SecondStep
  readonly passkeys: Passkeys
  readonly passwords: PasswordChanges
  /** Null: this server sends no mail. */
  readonly sendMail: SendMail | null
  readonly config: ProviderConfig
  /** Rejects over the rate limit. In-process requests are not counted. */
  readonly admit: (request: FastifyRequest) => Promise<void>
  readonly store: Store
  /** Called with the user whose tokens and addresses work again, or were removed. */
  readonly onReviewed: (userId: Id) => void
  readonly now: () => number
}

type ProviderConfig = Pick<Config, 'publicUrl' | 'usesAskedAddress'>

type Form = Readonly<Record<string, string>>
interface InteractionParams {
  readonly uid: string
}

/** Bytes of a form's body. */
const FORM_LIMIT_BYTES = 16_384
const NO_STORE = 'no-store'
/** Time of the last sign-in with this browser, in ms: known browsers see the sign-in form first, others the sign-up form. */
const LAST_LOGIN_COOKIE = 'cardinal_last_login'
/** Seconds; the longest that browsers keep a cookie. */
const LAST_LOGIN_COOKIE_SECONDS = 400 * 24 * 3600

/** The provider's pages and its endpoints below `/oidc`. */
export async function providerRoutes(app: FastifyInstance, options: ProviderRoutes): Promise<void> {
  const { loadProvider, config, admit } = options
  const pages = new SignInPages(options)
  app.addHook('onRequest', async (request) => {
    if (request.raw.socket.remoteAddress !== IN_PROCESS) await admit(request)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.get(`${PROVIDER_PATH}/sign-in.css`, (_request, reply) =>
    asset(reply, 'text/css; charset=utf-8', PAGE_STYLE),
  )
  app.get(`${PROVIDER_PATH}/mark.svg`, (_request, reply) => asset(reply, 'image/svg+xml', MARK_SVG))
  app.get<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid`, (request, reply) =>
    pages.show(request, reply),
  )
  app.post<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid/sign-in`, (request, reply) =>
    pages.signIn(request, reply),
  )
  app.post<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid/create`, (request, reply) =>
    pages.create(request, reply),
  )
  app.post<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid/second-step`, (request, reply) =>
    pages.secondStep(request, reply),
  )
  app.post<{ Params: InteractionParams }>(
    `${PROVIDER_PATH}/interaction/:uid/passkey-options`,
    (request, reply) => pages.passkeyOptions(request, reply),
  )
  app.post<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid/passkey`, (request, reply) =>
    pages.passkey(request, reply),
  )
  app.post<{ Params: InteractionParams }>(`${PROVIDER_PATH}/interaction/:uid/review`, (request, reply) =>
    pages.review(request, reply),
  )
  const basePath = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  const { passwords, sendMail } = options
  addInvitationPage(app, options)
  addPasswordPages(app, { passwords, sendMail, publicUrl: config.publicUrl, basePath })
  await app.register((rest) => mountProvider(rest, loadProvider, config))
}

function asset(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.header('content-type', type).header('cache-control', 'public, max-age=3600').send(body)
}

/** Seconds in which the browser may fetch its code after the form was accepted. */
const PROVEN_FOR_SECONDS = 60

/** The sign-in forms. Only the browser with an interaction's cookie can use it. */
class SignInPages {
  readonly #loadProvider: () => Promise<Provider>
  readonly #accounts: Accounts
  readonly #secondStep: SecondStep
  readonly #passkeys: Passkeys
  readonly #config: ProviderConfig
  readonly #basePath: string
  readonly #prefix: string
  readonly #store: Store
  readonly #onReviewed: (userId: Id) => void
  readonly #now: () => number

  constructor(options: ProviderRoutes) {
    const { loadProvider, accounts, secondStep, passkeys, config, store, onReviewed, now } = options
    this.#store = store
    this.#onReviewed = onReviewed
    this.#now = now
    this.#secondStep = secondStep
    this.#passkeys = passkeys
    this.#loadProvider = loadProvider
    this.#accounts = accounts
    this.#config = config
    this.#basePath = new URL(config.publicUrl).pathname.replace(/\/$/, '')
    this.#prefix = this.#basePath + PROVIDER_PATH
  }

  async show(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!(await this.#isUnderWay(request, reply))) return this.#expired(reply)
    const { isFirst } = await this.#accounts.signUpState()
    const isInvited = await this.#accounts.isInvitation(invitationOf(request, this.#config))
    const asked = (request.query as { form?: string }).form
    const publicUrl = publicAddressOrOwn(this.#config, request)
    const isKnown =
      !isFirst && !isInvited && readCookie(request.headers.cookie, LAST_LOGIN_COOKIE, publicUrl) !== undefined
    const wanted = asked === 'sign-in' || asked === 'create' ? asked : isKnown ? 'sign-in' : 'create'
    // There is no account yet, so only the form for a new one makes sense.
    const kind = isFirst ? 'create' : wanted
    return this.#form(request, kind, {}, {}, reply)
  }

  async signIn(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!(await this.#isUnderWay(request, reply))) return this.#expired(reply)
    const form = formOf(request)
    const account = await this.#accounts.signIn(form.email ?? '', form.password ?? '', request.ip)
    if (!account.ok) {
      if (account.error.form !== undefined) logSecurityEvent(request, 'sign-in-failed')
      return this.#form(request, 'sign-in', form, account.error, reply)
    }
    const { id } = account.value
    if (!(await this.#secondStep.isNeeded(id))) return this.#enter(request, reply, id)
    const ticket = await this.#secondStep.ticket(id, request.params.uid)
    return sendPage(reply, 200, await this.#secondStepPage(request, ticket, id, null))
  }

  /** Checks the code asked for after the password. Needs the ticket of a correct password. */
  async secondStep(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!(await this.#isUnderWay(request, reply))) return this.#expired(reply)
    const { ticket = '', code = '' } = formOf(request)
    const accountId = await this.#secondStep.accountOfTicket(ticket, request.params.uid)
    if (accountId === null) return this.#expired(reply)
    const checked = await this.#secondStep.check(accountId, code.slice(0, LONGEST_CODE))
    if (checked === 'right') return this.#enter(request, reply, accountId)
    logSecurityEvent(request, 'sign-in-failed')
    const error = checked === 'wrong' ? WRONG_CODE : TOO_MANY_ATTEMPTS
    return sendPage(reply, 422, await this.#secondStepPage(request, ticket, accountId, error))
  }

  /** JSON by which the browser asks for a passkey. */
  async passkeyOptions(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const asked = await this.#passkeyAsked(request, reply)
    if (asked === null) return this.#expired(reply)
    const publicUrl = publicAddressOrOwn(this.#config, request)
    const options = await this.#passkeys.beginSignIn(request.params.uid, asked.accountId, publicUrl)
    return reply.header('cache-control', NO_STORE).send(options)
  }

  /** Checks a passkey, with or without a password before it. */
  async passkey(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const asked = await this.#passkeyAsked(request, reply)
    if (asked === null) return this.#expired(reply)
    const { accountId, ticket } = asked
    const { response = '' } = formOf(request)
    const publicUrl = publicAddressOrOwn(this.#config, request)
    const proven = await this.#passkeys.signIn(request.params.uid, accountId, response, publicUrl)
    // Somebody else may have added this passkey before the review.
    const isUnderReview =
      accountId === null && proven !== null && (await dueReview(this.#store, proven)) !== null
    if (isUnderReview) return this.#form(request, 'sign-in', {}, { form: PASSWORD_FIRST }, reply)
    if (proven !== null) return this.#enter(request, reply, proven)
    logSecurityEvent(request, 'sign-in-failed')
    if (accountId === null) return this.#form(request, 'sign-in', {}, { form: WRONG_PASSKEY }, reply)
    return sendPage(reply, 422, await this.#secondStepPage(request, ticket, accountId, WRONG_PASSKEY))
  }

  /**
   * The account whose passkey is asked for; `accountId` null: any account. Null: the interaction has
   * expired.
   */
  async #passkeyAsked(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<{ accountId: string | null; ticket: string } | null> {
    if (!(await this.#isUnderWay(request, reply))) return null
    const { ticket = '' } = formOf(request)
    if (ticket === '') return { accountId: null, ticket }
    const accountId = await this.#secondStep.accountOfTicket(ticket, request.params.uid)
    return accountId === null ? null : { accountId, ticket }
  }

  async #secondStepPage(
    request: FastifyRequest<{ Params: InteractionParams }>,
    ticket: string,
    accountId: string,
    error: string | null,
  ): Promise<string> {
    const { uid } = request.params
    const { hasApp, asksPasskey } = await this.#secondStep.stepsOf(accountId)
    const asked = { prefix: this.#prefix, uid, ticket, isShared: isSharedIn(request) }
    return secondStepPage({ ...asked, error, hasApp, passkey: asksPasskey ? asked : null })
  }

  async create(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!(await this.#isUnderWay(request, reply))) return this.#expired(reply)
    const form = formOf(request)
    const { name = '', email = '', password = '' } = form
    const account = await this.#accounts.create(
      { name, email, password },
      request.ip,
      invitationOf(request, this.#config),
    )
    if (!account.ok) return this.#form(request, 'create', form, account.error, reply)
    return this.#finish(request, reply, account.value.id)
  }

  /** After all proofs: finishes the sign-in, or shows the review if one is due. */
  async #enter(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
    accountId: string,
  ): Promise<FastifyReply> {
    const due = await dueReview(this.#store, accountId)
    if (due === null) return this.#finish(request, reply, accountId)
    const ticket = await this.#secondStep.ticket(accountId, reviewOf(request))
    return sendPage(reply, 200, this.#reviewPage(request, due, ticket, new Set(), null))
  }

  /** Keeps the ticked entries of a review, and removes the other shown ones. */
  async review(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!(await this.#isUnderWay(request, reply))) return this.#expired(reply)
    const { ticket = '', seen = '', decided, ...ticked } = formOf(request)
    const accountId = await this.#secondStep.accountOfTicket(ticket, reviewOf(request))
    if (accountId === null) return this.#expired(reply)
    const decision = { seen: new Set(seen.split(' ')), kept: new Set(Object.keys(ticked)) }
    const ended =
      decided === undefined ? null : await endReview(this.#store, accountId, decision, this.#now())
    const due = ended?.ok ? null : await dueReview(this.#store, accountId)
    if (due !== null) {
      const why = ended === null ? NOT_DECIDED : SOMETHING_NEW
      return sendPage(reply, 422, this.#reviewPage(request, due, ticket, decision.kept, why))
    }
    if (ended?.ok && ended.value !== null) this.#onReviewed(ended.value)
    return this.#finish(request, reply, accountId)
  }

  #reviewPage(
    request: FastifyRequest<{ Params: InteractionParams }>,
    due: DueReview,
    ticket: string,
    kept: ReadonlySet<string>,
    error: string | null,
  ): string {
    const asked = { prefix: this.#prefix, uid: request.params.uid, ticket, isShared: isSharedIn(request) }
    return reviewPage({ ...asked, error, due, kept })
  }

  async #form(
    request: FastifyRequest<{ Params: InteractionParams }>,
    asked: 'sign-in' | 'create',
    form: Form,
    errors: FormErrors,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { isOpen, isFirst } = await this.#accounts.signUpState(invitationOf(request, this.#config))
    const kind = isOpen || Object.keys(errors).length > 0 ? asked : 'sign-in'
    const { name = '', email = '' } = form
    const { uid } = request.params
    const shared = { prefix: this.#prefix, uid, name, email, errors, isShared: isSharedIn(request) }
    const { staysOpen } = this.#accounts
    const takesPasskeys = passkeysWork(publicAddressOrOwn(this.#config, request))
    const ways = { isSignUpOpen: isOpen, isFirstAccount: isFirst, staysOpen, takesPasskeys }
    const body = formPage({ kind, ...shared, ...ways })
    return sendPage(reply, Object.keys(errors).length > 0 ? 422 : 200, body)
  }

  /** Tells the provider who signed in, and redirects the browser. */
  async #finish(request: FastifyRequest, reply: FastifyReply, accountId: string): Promise<FastifyReply> {
    const publicUrl = publicAddressOrOwn(this.#config, request)
    const provider = await this.#loadProvider()
    const interaction = await provider.interactionDetails(request.raw, reply.raw as ServerResponse)
    interaction.result = { login: { accountId, remember: false } }
    await interaction.save(PROVEN_FOR_SECONDS)
    return reply
      .code(303)
      .header('location', interaction.returnTo)
      .header('cache-control', NO_STORE)
      .header(
        'set-cookie',
        isSharedIn(request)
          ? cookieLines([SHARED], publicUrl)
          : cookieLines([lastLogin()], publicUrl, PROVIDER_PATH),
      )
      .send()
  }

  async #isUnderWay(
    request: FastifyRequest<{ Params: InteractionParams }>,
    reply: FastifyReply,
  ): Promise<boolean> {
    const provider = await this.#loadProvider()
    try {
      const { uid } = await provider.interactionDetails(request.raw, reply.raw as ServerResponse)
      return uid === request.params.uid
    } catch {
      // No cookie of this interaction, or an expired one.
      return false
    }
  }

  #expired(reply: FastifyReply): FastifyReply {
    const reason = 'This page was left open for too long, or belongs to another browser'
    return sendPage(reply, 400, errorPage(this.#prefix, reason, this.#basePath))
  }
}

/** UTF-16 units of a typed code, including spaces and hyphens. */
const LONGEST_CODE = 40
const WRONG_CODE = 'This code is wrong, or was used already. The app shows a new one every 30 seconds.'
const WRONG_PASSKEY = 'This passkey belongs to no account here, or took too long. Try again.'
const PASSWORD_FIRST = 'Your password was set anew. Sign in with it once, then passkeys work again.'
const NOT_DECIDED = 'Nothing is removed yet. The button below does that.'
const SOMETHING_NEW =
  'There is something that this page did not show before. Nothing is removed yet: look again.'

const SHARED: CookieToSet = {
  name: SHARED_COOKIE,
  value: 'true',
  maxAge: PENDING_LIFE_SECONDS,
  sameSite: 'lax',
}

function isSharedIn(request: FastifyRequest): boolean {
  return formOf(request).shared === 'true'
}

/**
 * What a review's ticket is bound to. It differs from the id of an interaction, so that a ticket of the
 * second step is not accepted.
 */
function reviewOf(request: FastifyRequest<{ Params: InteractionParams }>): string {
  return `review ${request.params.uid}`
}

function lastLogin(): CookieToSet {
  return {
    name: LAST_LOGIN_COOKIE,
    value: String(Date.now()),
    maxAge: LAST_LOGIN_COOKIE_SECONDS,
    sameSite: 'lax',
  }
}

function formOf(request: FastifyRequest): Form {
  const body = request.body as Form | undefined | null
  return typeof body === 'object' && body !== null ? body : {}
}
