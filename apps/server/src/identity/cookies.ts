import { parseCookie, stringifySetCookie } from 'cookie'
import type { CookieToSet } from './sign-in.ts'

/**
 * Returns the name under which a browser keeps a cookie. Over HTTPS a prefix makes the browser refuse one that another
 * host or an unsafe page has set; the stricter one needs the whole site.
 */
export function cookieName(name: string, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl)
  if (protocol !== 'https:') return name
  return pathname === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** Returns the value of one of our cookies in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string, publicUrl: string): string | undefined {
  return parseCookie(header ?? '')[cookieName(name, publicUrl)]
}

/**
 * Returns `Set-Cookie` lines: for the server alone, and for one part of this site alone where the name allows it.
 *
 * @param part the path below the public address; the sign-in calls' without it
 */
export function cookieLines(
  cookies: readonly CookieToSet[],
  publicUrl: string,
  part = '/api/user/sign-in',
): string[] {
  const { protocol, pathname } = new URL(publicUrl)
  const path = protocol === 'https:' && pathname === '/' ? '/' : pathname.replace(/\/$/, '') + part
  return cookies.map(({ name, value, maxAge, sameSite }) =>
    stringifySetCookie({
      name: cookieName(name, publicUrl),
      value,
      path,
      maxAge,
      httpOnly: true,
      sameSite,
      secure: protocol === 'https:',
    }),
  )
}
