import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { newId } from '../lib/ids.ts'
import type { Store, StoreTransaction } from '../store/index.ts'
import type { AccessTokens } from './access-token.ts'
import { noteActivity } from './activity.ts'
import { hashSecret, randomSecret, successorOf } from './secrets.ts'

const DAY = 86_400_000

/** Lifetime of an unused refresh token, in ms; each renewal restarts it. */
export const REFRESH_TOKEN_LIFE_MS = 60 * DAY
/** ms after which a session ends, however often it was renewed. */
export const SESSION_LIFE_MS = 365 * DAY
/** ms for which a sign-in is fresh. */
export const FRESH_FOR_MS = 10 * 60_000

interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
}

interface SignedInDevice {
  readonly id: string
  readonly device: string
  readonly createdAt: number
  readonly lastUsedAt: number
}

/** One session by its id, or all of a user (null) ended on this node. */
type SessionEndListener = (sessionId: string | null, userId: Id) => void

interface Rotation {
  readonly kind: 'renewed' | 'reused'
  readonly sessionId: string
  readonly userId: Id
}

/**
 * Sessions with rotating refresh tokens. A used token gets the same successor again until the successor is
 * used, because the answer may have been lost and the network may be away for days. If the successor was
 * used, the used token is a stolen copy, and the session ends.
 */
export class Sessions {
  readonly #store: Store
  readonly #accessTokens: AccessTokens
  readonly #successorKey: string
  readonly #now: () => number
  readonly #listeners = new Set<SessionEndListener>()

  constructor(store: Store, accessTokens: AccessTokens, successorKey: string, now: () => number) {
    this.#store = store
    this.#accessTokens = accessTokens
    this.#successorKey = successorKey
    this.#now = now
  }

  /**
   * Creates a session. The caller has verified the user.
   *
   * @param freshUntil until when the sign-in is fresh, in ms; default: ten minutes
   */
  async issue(userId: Id, userAgent: string | undefined, freshUntil?: number): Promise<TokenPair> {
    const now = this.#now()
    const refreshToken = randomSecret()
    const id = newId(now)
    const times = {
      created_at: now,
      last_used_at: now,
      expires_at: now + SESSION_LIFE_MS,
      fresh_until: freshUntil ?? now + FRESH_FOR_MS,
    }
    await this.#store.transact(async (tx) => {
      await tx.sessions.insert({ id, user_id: userId, device: deviceName(userAgent), ...times })
      await tx.sessions.insertToken(this.#newToken(id, refreshToken, now))
      await noteActivity(tx, { userId, sessionId: id }, 'signed-in', deviceName(userAgent), now)
      return ok(null)
    })
    return { accessToken: await this.#accessTokens.sign({ userId, sessionId: id }), refreshToken }
  }

  /**
   * The next pair of tokens.
   *
   * @returns `reused` if the successor of this token was used already; the session has then ended
   */
  async renew(refreshToken: string): Promise<Result<TokenPair, 'unknown' | 'reused'>> {
    const successor = successorOf(refreshToken, this.#successorKey)
    const rotation = await this.#store.transact((tx) => this.#rotate(tx, refreshToken, successor))
    if (!rotation.ok) return rotation
    const { kind, sessionId, userId } = rotation.value
    if (kind === 'reused') {
      this.notifyEnded(sessionId, userId)
      return refused('reused')
    }
    return ok({ accessToken: await this.#accessTokens.sign({ sessionId, userId }), refreshToken: successor })
  }

  /** Sets until when (ms) the sign-in is fresh, after the person has authenticated. */
  async refresh(userId: Id, sessionId: string, until: number): Promise<void> {
    await this.#store.transact(async (tx) => ok(await tx.sessions.setFresh(userId, sessionId, until)))
  }

  /** Does nothing for an unknown token. */
  async end(refreshToken: string): Promise<void> {
    const ended = await this.#store.transact(async (tx) => {
      const session = await sessionOf(tx, refreshToken)
      if (session === undefined) return refused('unknown')
      await tx.sessions.remove(session.user_id, session.id)
      return ok(session)
    })
    if (ended.ok) this.notifyEnded(ended.value.id, ended.value.user_id)
  }

  /** Ends one session of a user, or all (null). Returns their number. */
  async endOf(userId: Id, sessionId: string | null): Promise<number> {
    const ended = await this.#store.transact(async (tx) => ok(await tx.sessions.remove(userId, sessionId)))
    this.notifyEnded(sessionId, userId)
    return ended.ok ? ended.value : 0
  }

  /** Last used first. */
  async list(userId: Id): Promise<SignedInDevice[]> {
    const rows = await this.#store.sessions.ofUser(userId, this.#now())
    return rows.map((row) => ({
      id: row.id,
      device: row.device,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
    }))
  }

  onEnd(listener: SessionEndListener): void {
    this.#listeners.add(listener)
  }

  /**
   * Marks a token as used and creates its successor. The mark is one statement: of two parallel renewals
   * one succeeds, and the other finds an unused successor.
   */
  async #rotate(
    tx: StoreTransaction,
    shown: string,
    successor: string,
  ): Promise<Result<Rotation, 'unknown'>> {
    const now = this.#now()
    const hash = hashSecret(shown)
    const isFirst = await tx.sessions.useToken(hash, now)
    const token = await tx.sessions.tokenByHash(hash)
    const session = token && (await tx.sessions.byId(token.session_id))
    if (session === undefined || token === undefined) return refused('unknown')
    if (token.expires_at <= now || session.expires_at <= now) return refused('unknown')
    const found = { sessionId: session.id, userId: session.user_id }
    if (isFirst) {
      await tx.sessions.insertToken(this.#newToken(session.id, successor, now))
      await tx.sessions.noteUse(session.id, now)
      return ok({ kind: 'renewed', ...found })
    }
    const next = await tx.sessions.tokenByHash(hashSecret(successor))
    if (next?.used_at === null) return ok({ kind: 'renewed', ...found })
    await tx.sessions.remove(session.user_id, session.id)
    // No session is named: it is not known which holder of the copied token is the person.
    const nobody = { userId: session.user_id, sessionId: null }
    await noteActivity(tx, nobody, 'session-reused', session.device, now)
    return ok({ kind: 'reused', ...found })
  }

  #newToken(sessionId: string, token: string, now: number) {
    return {
      hash: hashSecret(token),
      session_id: sessionId,
      expires_at: now + REFRESH_TOKEN_LIFE_MS,
      used_at: null,
    }
  }

  /** Call after removing a session of a user, or all (null), so that no cache accepts it. */
  notifyEnded(sessionId: string | null, userId: Id): void {
    for (const listener of this.#listeners) listener(sessionId, userId)
  }
}

async function sessionOf(tx: StoreTransaction, refreshToken: string) {
  const token = await tx.sessions.tokenByHash(hashSecret(refreshToken))
  return token && tx.sessions.byId(token.session_id)
}

/**
 * Name by which people recognise a signed-in device: browser and system. Versions and models, which could
 * identify people, are dropped.
 */
export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return 'A program'
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (browser === undefined) return 'A program'
  return system === undefined ? browser : `${browser} on ${system}`
}

/** More specific ones first, because most of them also claim to be a later one. */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgA?(?:iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
