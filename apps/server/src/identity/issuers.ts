import type { Store } from '../store/index.ts'

/** Path of a provider's metadata, which people may copy instead of the issuer. */
const DESCRIPTION = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/

/**
 * Form in which issuers are compared and stored: host in lower case, no default port, no trailing `/`. RFC 8414 compares
 * exactly, but providers differ in the last `/`: Authentik writes one, Keycloak none.
 */
export function normalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return issuer
  const { protocol, host, pathname } = new URL(issuer)
  return `${protocol}//${host}${withoutSlash(withoutSlash(pathname).replace(DESCRIPTION, ''))}`
}

function withoutSlash(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** A stored spelling of the configured issuer. */
export interface Spelling {
  readonly issuer: string
  readonly people: number
}

/** Stored spellings of this issuer, other than the normal form. */
export async function otherSpellings(
  { identities }: Pick<Store, 'identities'>,
  issuer: string,
): Promise<Spelling[]> {
  const normal = normalIssuer(issuer)
  const known = await identities.issuers()
  return known.filter((each) => each.issuer !== normal && normalIssuer(each.issuer) === normal)
}
