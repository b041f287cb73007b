import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { Store } from '../store/index.ts'
import type { AccessTokens } from './access-token.ts'
import { PERSONAL_TOKEN_PREFIX, type Scope, scopeOf } from './personal-tokens.ts'
import { hashSecret } from './secrets.ts'
import type { Sessions } from './sessions.ts'

/** Who a request comes from, and what it may do. */
export interface Principal {
  readonly userId: Id
  readonly scope: Scope
  /** Null for a personal token: it acts for its user but can't manage the account. */
  readonly sessionId: string | null
}

export type Unauthenticated = 'missing' | 'malformed' | 'invalid'

/** For this long (ms) a node may believe that a session or personal token is still there. */
const BELIEVED_FOR = 5_000
const BELIEFS_KEPT = 10_000
/** "Last used" of a personal token is told to the hour (ms), so that reading doesn't write each time. */
const USE_NOTED_EVERY = 3_600_000

/**
 * Finds out who sends a request from its `Authorization` header. A session that ended on this node is
 * refused at once, one that ended on another within five seconds.
 */
export class Authenticator {
  readonly #store: Store
  readonly #accessTokens: AccessTokens
  readonly #now: () => number
  readonly #listeners = new Set<(userId: Id) => void>()
  readonly #beliefs = new Map<string, { principal: Principal; until: number }>()

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

  /** Drops what is believed about a session, a personal token (its hash), or all of a user. */
  forget(key: string | null, userId: Id | null): void {
    if (key !== null) this.#beliefs.delete(key)
    else
      for (const [known, { principal }] of this.#beliefs)
        if (principal.userId === userId) this.#beliefs.delete(known)
    if (userId !== null) for (const listener of this.#listeners) listener(userId)
  }

  /** Calls back when a session or token of a user may have ended on this node. */
  onForget(listener: (userId: Id) => void): void {
    this.#listeners.add(listener)
  }

  async #ofAccessToken(token: string): Promise<Principal | null> {
    const claims = await this.#accessTokens.read(token)
    if (claims === null) return null
    const believed = this.#believed(claims.sessionId)
    if (believed !== null) return believed.userId === claims.userId ? believed : null
    const session = await this.#store.sessions.byId(claims.sessionId)
    if (session?.user_id !== claims.userId || session.expires_at <= this.#now()) return null
    return this.#believe(claims.sessionId, { ...claims, scope: 'write' })
  }

  async #ofPersonalToken(hash: string): Promise<Principal | null> {
    const believed = this.#believed(hash)
    if (believed !== null) return believed
    const token = await this.#store.personalTokens.byHash(hash)
    const now = this.#now()
    const expiresAt = token?.expires_at ?? Number.POSITIVE_INFINITY
    if (token === undefined || expiresAt <= now) return null
    if (now - (token.last_used_at ?? 0) > USE_NOTED_EVERY)
      await this.#store.transact(async (tx) => ok(await tx.personalTokens.noteUse(token.id, now)))
    return this.#believe(
      hash,
      { userId: token.user_id, scope: scopeOf(token.scope), sessionId: null },
      expiresAt,
    )
  }

  #believed(key: string): Principal | null {
    const belief = this.#beliefs.get(key)
    return belief !== undefined && belief.until > this.#now() ? belief.principal : null
  }

  #believe(key: string, principal: Principal, atMost = Number.POSITIVE_INFINITY): Principal {
    if (this.#beliefs.size >= BELIEFS_KEPT) this.#beliefs.clear()
    this.#beliefs.set(key, { principal, until: Math.min(this.#now() + BELIEVED_FOR, atMost) })
    return principal
  }
}
