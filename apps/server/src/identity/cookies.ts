import { parseCookie, stringifySetCookie } from 'cookie'
import type { CookieToSet } from './sign-in.ts'

/**
 * The cookie's full name. Over HTTPS its prefix makes browsers refuse one set by another host or by an
 * insecure page. `__Host-` needs a site without a sub-path.
 */
export function cookieName(name: string, publicUrl: string): string {
  const { protocol, pathname } = new URL(publicUrl)
  if (protocol !== 'https:') return name
  return pathname === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** The value of one of our cookies in a `Cookie` header. */
export function readCookie(header: string | undefined, name: string, publicUrl: string): string | undefined {
  return parseCookie(header ?? '')[cookieName(name, publicUrl)]
}

/**
 * `Set-Cookie` lines: HttpOnly, and limited to a part of the site where the prefix allows it.
 *
 * @param part path below the public address; default: the sign-in calls
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
