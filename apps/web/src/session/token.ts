/** Claims that the browser reads in an access token. Only the server checks the signature. */
interface TokenClaims {
  /** The user's id, which is in the names of databases on the device. */
  readonly subject: string
  /** Seconds since 1970 by the server's clock. */
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Keys of the tokens in the browser's storage, named by the specification. */
export const ACCESS = 'jwt_access_token'
export const REFRESH = 'jwt_refresh_token'
/** Our key: when the access token expires by this device's clock, which may be wrong by any amount. */
export const ACCESS_ENDS = 'jwt_access_token_ends'

/** ms before its expiry at which a token is renewed, so that it does not expire on the way. */
const RENEW_BEFORE_EXPIRY_MS = 10_000

/** Reads a value of the browser's storage. */
type Stored = (name: string) => string | null

/** Id of the signed-in user; null: none. */
export function signedInUser(stored: Stored): string | null {
  const token = stored(REFRESH) === null ? null : stored(ACCESS)
  return token === null ? null : (tokenClaims(token)?.subject ?? null)
}

/**
 * The access token; null: none, or expired.
 *
 * @param now ms since 1970
 */
export function freshAccessToken(stored: Stored, now: number): string | null {
  const token = stored(ACCESS)
  return token !== null && now < endOf(token, stored(ACCESS_ENDS)) - RENEW_BEFORE_EXPIRY_MS ? token : null
}

function endOf(token: string, kept: string | null): number {
  return kept !== null ? Number(kept) : (tokenClaims(token)?.expiresAt ?? 0) * 1000
}

/** The claims of a JSON web token; null: not a token. */
export function tokenClaims(token: string): TokenClaims | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims = JSON.parse(decodeBase64Url(payload)) as { sub?: unknown; iat?: unknown; exp?: unknown }
    if (typeof claims.sub !== 'string' || typeof claims.exp !== 'number') return null
    return {
      subject: claims.sub,
      issuedAt: typeof claims.iat === 'number' ? claims.iat : 0,
      expiresAt: claims.exp,
    }
  } catch {
    return null // Not base64 or not JSON: no token of ours.
  }
}

function decodeBase64Url(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
