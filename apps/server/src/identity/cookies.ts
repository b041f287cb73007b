import type { CookieToSet } from './sign-in.ts'

/** The value of one cookie in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/**
 * `Set-Cookie` lines: for the server alone, and for one part of this site alone.
 *
 * @param part the path below the public address; the sign-in calls' without it
 */
export function cookieLines(
  cookies: readonly CookieToSet[],
  publicUrl: string,
  part = '/api/user/sign-in',
): string[] {
  const { protocol, pathname } = new URL(publicUrl)
  const path = pathname.replace(/\/$/, '') + part
  const secure = protocol === 'https:' ? '; Secure' : ''
  return cookies.map(
    ({ name, value, maxAge, sameSite }) =>
      `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=${sameSite === 'lax' ? 'Lax' : 'Strict'}${secure}`,
  )
}
