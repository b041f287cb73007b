import {
  type ActivityKind,
  type actionTaken,
  COMMANDS,
  type confirmSignIn,
  type endSessions,
  type finishSignIn,
  type getRecentActivity,
  type getSessions,
  type getSignInOptions,
  type renewAccessToken,
  SIGN_IN_PROBLEMS,
  type signIn,
  type signOut,
  type startSignIn,
  toInstant,
  userToWire,
} from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { ACTIVITIES_AT_MOST, logSecurityEvent } from '../identity/activity.ts'
import { cookieLines, readCookie } from '../identity/cookies.ts'
import type { Identity } from '../identity/identity.ts'
import { publicAddress, publicAddressOrOwn } from '../identity/public-address.ts'
import { FRESH_FOR_MS } from '../identity/sessions.ts'
import { BROWSER_COOKIE, PENDING_COOKIE, type Redirect, SHARED_COOKIE } from '../identity/sign-in.ts'
import { type CallContext, callerOf, type PlainHandler, SENT, type TransactionHandler } from './handler.ts'

/** Marks a redirected request, against redirect loops. */
const REDIRECTED = 'from_other_name'

export function getSignInOptionsHandler(identity: Identity): PlainHandler<typeof getSignInOptions> {
  return async (_input, { http, services: { config } }) => {
    const { providerName, isEmbedded, startPath, clientId } = identity.options
    return ok({
      data: {
        provider_name: providerName,
        is_embedded: isEmbedded,
        start_address: publicAddressOrOwn(config, http?.request ?? null) + startPath,
        client_id: clientId,
        support_email: config.supportEmail,
        site: config.site.kind,
        has_short_start: config.site.hasShortStart,
        takes_new_accounts: await identity.takesNewAccounts(),
        operator_name: config.site.operatorName,
        operator_address: config.site.operatorAddress,
        operator_law: config.site.operatorLaw,
        address_lookup_url: config.addressLookupUrl,
        demo_urls: config.demoUrls,
        prices: config.prices.map((price) => ({ ...price })),
        free_card_limit: config.freeCardLimit,
        file_bytes: config.fileBytes,
        takes_payments: config.payments !== null,
      },
    })
  }
}

/**
 * Redirects a person who used another name of this server (127.0.0.1 for localhost) to the public address first. Browsers
 * keep cookies by name, and the provider redirects back to the public name. Without a configured address, the requested one
 * is public, unless its name may belong to another site.
 */
export function startSignInHandler(identity: Identity): PlainHandler<typeof startSignIn> {
  return async ({ query }, context) => {
    const { request, reply } = httpOf(context)
    const publicUrl = publicAddress(context.services.config, request)
    if (publicUrl === null) return send(identity.signIn.stop('unknown-name'), context)
    const isRedirected = (request.query as Record<string, unknown>)[REDIRECTED] !== undefined
    if (request.host !== new URL(publicUrl).host && !isRedirected) {
      const again = new URLSearchParams({ [REDIRECTED]: '1' })
      for (const [name, value] of Object.entries(query)) if (value !== undefined) again.set(name, value)
      await reply.redirect(`${publicUrl}${identity.options.startPath}?${again}`, 302)
      return ok(SENT)
    }
    const wanted = {
      returnTo: query.return_to,
      isConfirmation: query.confirm === 'true',
      isShared: query.shared === 'true',
      form: query.form,
    }
    return send(await identity.signIn.begin(wanted, publicUrl), context)
  }
}

export function finishSignInHandler(identity: Identity): PlainHandler<typeof finishSignIn> {
  return async (_input, context) => {
    const { request } = httpOf(context)
    const { searchParams } = new URL(request.url, 'http://here.invalid')
    const publicUrl = publicAddressOrOwn(context.services.config, request)
    const pending = readCookie(request.headers.cookie, PENDING_COOKIE, publicUrl)
    const isShared = readCookie(request.headers.cookie, SHARED_COOKIE, publicUrl) !== undefined
    return send(await identity.signIn.comeBack(searchParams, pending, isShared, publicUrl), context)
  }
}

export function signInHandler(identity: Identity): PlainHandler<typeof signIn> {
  return async ({ body }, context) => {
    const { http, services } = context
    const proven = await provenBy(identity, body, context)
    if (!proven.ok) return refused({ status: 401, msg: SIGN_IN_PROBLEMS[proven.error] })
    const user = await services.store.users.byId(proven.value.userId)
    if (user === undefined) return refused({ status: 401, msg: 'This account was deleted.' })
    if (user.disabledAt !== null) return refused({ status: 401, msg: SIGN_IN_PROBLEMS.disabled })
    const freshUntil = proven.value.provenAt + FRESH_FOR_MS
    const device = http?.request.headers['user-agent']
    const { accessToken, refreshToken } = await identity.sessions.issue(user.id, device, freshUntil)
    return ok({
      data: { jwt_access_token: accessToken, jwt_refresh_token: refreshToken, user: userToWire(user) },
    })
  }
}

/** The user named by a credential, in the browser of the call. */
function provenBy(
  identity: Identity,
  { credential, client_id: clientId }: { credential: string; client_id: string },
  { http, services }: CallContext,
) {
  const publicUrl = publicAddressOrOwn(services.config, http?.request ?? null)
  const browser = readCookie(http?.request.headers.cookie, BROWSER_COOKIE, publicUrl)
  return identity.signIn.userOf(credential, clientId, browser)
}

/** The credential must belong to the signed-in person and come from an authentication just now. */
export function confirmSignInHandler(identity: Identity): PlainHandler<typeof confirmSignIn> {
  return async ({ body }, context) => {
    const { userId, sessionId } = callerOf(context)
    const proven = await provenBy(identity, body, context)
    if (!proven.ok) return refused({ status: 403, msg: SIGN_IN_PROBLEMS[proven.error] })
    if (proven.value.userId !== userId || sessionId === null) return refused(SOMEBODY_ELSE)
    const freshUntil = proven.value.provenAt + FRESH_FOR_MS
    if (freshUntil <= context.services.now()) return refused(NOT_ASKED)
    await identity.sessions.refresh(userId, sessionId, freshUntil)
    return ok({ data: { fresh_until: toInstant(freshUntil) } })
  }
}

const SOMEBODY_ELSE = {
  status: 403,
  msg: 'Somebody else signed in: you are still signed in as before, and nothing was confirmed.',
} as const
const NOT_ASKED = {
  status: 403,
  msg: 'The sign-in provider did not ask who you are. Sign out there, then try again.',
} as const

const RENEWAL_REFUSED = {
  unknown: 'Your session has ended. Sign in again.',
  reused: 'You were signed out, because your session was used from a second place. Sign in again.',
} as const

export function renewAccessTokenHandler(identity: Identity): PlainHandler<typeof renewAccessToken> {
  return async ({ body }, { http }) => {
    const pair = await identity.sessions.renew(body.jwt_refresh_token)
    if (!pair.ok && pair.error === 'reused' && http !== null) logSecurityEvent(http.request, 'session-reused')
    if (!pair.ok)
      return refused({ status: 401, msg: RENEWAL_REFUSED[pair.error], command: COMMANDS.refreshTokenExpired })
    return ok({
      data: { jwt_access_token: pair.value.accessToken, jwt_refresh_token: pair.value.refreshToken },
    })
  }
}

/** Ends the session of the refresh token and the calling session. */
export function signOutHandler(identity: Identity): PlainHandler<typeof signOut> {
  return async ({ body }, { principal }) => {
    await identity.sessions.end(body.jwt_refresh_token)
    const sessionId = principal?.sessionId ?? null
    if (principal !== null && sessionId !== null) await identity.sessions.endOf(principal.userId, sessionId)
    return ok({ data: true as const })
  }
}

export const getRecentActivityHandler: PlainHandler<typeof getRecentActivity> = async (_input, context) => {
  const { store } = context.services
  const { userId, sessionId } = callerOf(context)
  const events = await store.securityEvents.ofUser(userId, ACTIVITIES_AT_MOST)
  const data = events.map(({ kind, detail, session_id, created_at: createdAt }) => ({
    kind: kind as ActivityKind,
    detail,
    createdAt: toInstant(createdAt),
    is_here: session_id !== null && session_id === sessionId,
  }))
  return ok({ data })
}

export function getSessionsHandler(identity: Identity): PlainHandler<typeof getSessions> {
  return async (_input, context) => {
    const { userId, sessionId } = callerOf(context)
    const devices = await identity.sessions.list(userId)
    const data = devices.map(({ id, device, createdAt, lastUsedAt }) => ({
      session_id: id,
      device,
      createdAt: toInstant(createdAt),
      lastUsedAt: toInstant(lastUsedAt),
      is_current: id === sessionId,
    }))
    return ok({ data })
  }
}

const NO_SUCH_SESSION = { status: 404, msg: 'There is no such session.' } as const

export function endSessionsHandler(identity: Identity): TransactionHandler<typeof endSessions> {
  return {
    inTransaction: async ({ tx, user, input: { body } }) => {
      const sessionId = body.session_id ?? null
      const kept = body.keep_session_id
      const isUnknown = kept !== undefined && (await tx.sessions.byId(kept))?.user_id !== user.id
      if (isUnknown) return refused(NO_SUCH_SESSION)
      const ended = await tx.sessions.remove(user.id, sessionId, kept)
      if (ended === 0 && sessionId !== null) return refused(NO_SUCH_SESSION)
      if (body.tokens === true) await tx.personalTokens.removeAll(user.id)
      const after = () => {
        identity.sessions.notifyEnded(sessionId, user.id)
        if (body.tokens === true) identity.personalTokens.notifyRevoked(user.id)
      }
      return ok({ answer: { data: ended }, after })
    },
  }
}

export function actionTakenHandler(identity: Identity): PlainHandler<typeof actionTaken> {
  return async ({ body }) => {
    await identity.noteVisitorAction({
      action: body.user_action,
      visitorId: body.unknown_user_id,
      ipAddress: body.ipAddress,
    })
    return ok({ data: true as const })
  }
}

function httpOf(context: CallContext) {
  if (context.http === null) throw new Error('A redirect has to come over HTTP.')
  return context.http
}

async function send({ location, cookies }: Redirect, context: CallContext) {
  const { request, reply } = httpOf(context)
  const lines = cookieLines(cookies, publicAddressOrOwn(context.services.config, request))
  if (lines.length > 0) reply.header('set-cookie', lines)
  await reply.header('cache-control', 'no-store').redirect(location, 302)
  return ok(SENT)
}
