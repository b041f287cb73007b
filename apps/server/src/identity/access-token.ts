import type { Id } from '@cardinal/domain'
import { jwtVerify, SignJWT } from 'jose'

/** Lifetime of an access token, in ms. */
export const ACCESS_TOKEN_LIFE_MS = 15 * 60_000

/** Most difference between the clocks of two nodes, in ms. */
const CLOCK_SKEW_MS = 60_000

const ISSUER = 'cardinal'
const AUDIENCE = 'cardinal-api'

/** Most cached tokens with a verified signature. Verifying takes a tenth of a short request's time. */
const VERIFIED_KEPT = 10_000

interface AccessClaims {
  readonly userId: Id
  readonly sessionId: string
}

/** Signs and reads access tokens (JWT, HS256). All nodes share the key. */
export class AccessTokens {
  readonly #key: Uint8Array
  readonly #now: () => number
  /** By the token's text; `expires` in seconds. */
  readonly #verified = new Map<string, { claims: AccessClaims; expires: number }>()

  /** @param key at least 32 bytes, base64url */
  constructor(key: string, now: () => number) {
    this.#key = Buffer.from(key, 'base64url')
    this.#now = now
  }

  sign({ userId, sessionId }: AccessClaims): Promise<string> {
    const now = this.#now()
    return new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setIssuedAt(Math.floor(now / 1000))
      .setExpirationTime(Math.floor((now + ACCESS_TOKEN_LIFE_MS) / 1000))
      .sign(this.#key)
  }

  /** Null: not ours, tampered with, or expired. */
  async read(token: string): Promise<AccessClaims | null> {
    const known = this.#verified.get(token)
    if (known === undefined) return this.#verify(token)
    if (known.expires > Math.floor(this.#now() / 1000)) return known.claims
    this.#verified.delete(token)
    return null
  }

  async #verify(token: string): Promise<AccessClaims | null> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        typ: 'at+jwt',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat'],
        currentDate: new Date(this.#now()),
      })
      const { sub, sid, exp = 0, iat = 0 } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string') return null
      if (!isFresh(iat * 1000, this.#now())) return null
      const claims = { userId: sub, sessionId: sid }
      if (this.#verified.size >= VERIFIED_KEPT) this.#verified.clear()
      this.#verified.set(token, { claims, expires: exp })
      return claims
    } catch {
      // The same answer for every reason.
      return null
    }
  }
}

/**
 * Whether a token made at this time can still be valid, by our own lifetime: the token may claim a longer one.
 */
function isFresh(madeAt: number, now: number): boolean {
  return now - madeAt < ACCESS_TOKEN_LIFE_MS + 1000 && madeAt - now < CLOCK_SKEW_MS
}
