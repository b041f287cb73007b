import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Store } from '../store/index.ts'
import type { AccessTokens } from './access-token.ts'
import { PERSONAL_TOKEN_PREFIX, type Scope, scopeOf } from './personal-tokens.ts'
import { hashSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'

/** The authenticated sender of a request, with its rights. */
export interface Principal {
  readonly userId: Id
  readonly scope: Scope
  /** Null for a personal token, which can't manage the account. */
  readonly sessionId: string | null
}

export type Unauthenticated = 'missing' | 'malformed' | 'invalid'

/** ms for which a node trusts that a session or personal token is still valid. */
const VERIFIED_FOR_MS = 5_000
const MOST_VERIFIED = 10_000
/** ms between updates of a personal token's "last used", so that not every read writes. */
const USE_NOTED_EVERY_MS = 3_600_000

/**
 * Authenticates a request by its `Authorization` header. A session that ends on this node is refused at
 * once; one that ends on another node, within `VERIFIED_FOR_MS`.
 */
export class Authenticator {
  readonly #store: Store
  readonly #accessTokens: AccessTokens
  readonly #now: () => number
  readonly #listeners = new Set<(userId: Id) => void>()
  readonly #verified = new Map<string, { principal: Principal; until: number }>()

  constructor(store: Store, accessTokens: AccessTokens, sessions: Sessions, now: () => number) {
    this.#store = store
    this.#accessTokens = accessTokens
    this.#now = now
    sessions.onEnd((sessionId, userId) => this.forget(sessionId, userId))
  }

  async authenticate(authorization: string | undefined): Promise<Result<Principal, Unauthenticated>> {
    if (authorization === undefined || authorization === '') return refused('missing')
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
    if (token === undefined || token.length > 4096) return refused('malformed')
    const principal = token.startsWith(PERSONAL_TOKEN_PREFIX)
      ? await this.#ofPersonalToken(hashSecret(token))
      : await this.#ofAccessToken(token)
    return principal === null ? refused('invalid') : ok(principal)
  }

  /**
   * Drops cached principals: of a session, of a personal token (by its hash), or of all of a user's (null).
   */
  forget(key: string | null, userId: Id | null): void {
    if (key !== null) this.#verified.delete(key)
    else
      for (const [known, { principal }] of this.#verified)
        if (principal.userId === userId) this.#verified.delete(known)
    if (userId !== null) for (const listener of this.#listeners) listener(userId)
  }

  /** The listener is called when a session or token of a user may have ended. */
  onForget(listener: (userId: Id) => void): void {
    this.#listeners.add(listener)
  }

  async #ofAccessToken(token: string): Promise<Principal | null> {
    const claims = await this.#accessTokens.read(token)
    if (claims === null) return null
    const cached = this.#lookUp(claims.sessionId)
    if (cached !== null) return cached.userId === claims.userId ? cached : null
    const session = await this.#store.sessions.byId(claims.sessionId)
    if (session?.user_id !== claims.userId || session.expires_at <= this.#now()) return null
    return this.#remember(claims.sessionId, { ...claims, scope: 'write' })
  }

  async #ofPersonalToken(hash: string): Promise<Principal | null> {
    const cached = this.#lookUp(hash)
    if (cached !== null) return cached
    const token = await this.#store.personalTokens.byHash(hash)
    const now = this.#now()
    const expiresAt = token?.expires_at ?? Number.POSITIVE_INFINITY
    if (token === undefined || expiresAt <= now) return null
    if (now - (token.last_used_at ?? 0) > USE_NOTED_EVERY_MS)
      await this.#store.transact(async (tx) => ok(await tx.personalTokens.noteUse(token.id, now)))
    return this.#remember(
      hash,
      { userId: token.user_id, scope: scopeOf(token.scope), sessionId: null },
      expiresAt,
    )
  }

  #lookUp(key: string): Principal | null {
    const entry = this.#verified.get(key)
    return entry !== undefined && entry.until > this.#now() ? entry.principal : null
  }

  #remember(key: string, principal: Principal, atMost = Number.POSITIVE_INFINITY): Principal {
    if (this.#verified.size >= MOST_VERIFIED) this.#verified.clear()
    this.#verified.set(key, { principal, until: Math.min(this.#now() + VERIFIED_FOR_MS, atMost) })
    return principal
  }
}
