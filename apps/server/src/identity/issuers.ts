import type { Store } from '../store/index.ts'

/** Where a provider describes itself, below its issuer; people copy that address too. */
const DESCRIPTION = /\/\.well-known\/(?:openid-configuration|oauth-authorization-server)$/

/**
 * Returns the form in which issuers are compared and kept: host in lower case, no default port, no `/` at the end. RFC
 * 8414 compares letter by letter, and providers differ in the last `/`: Authentik writes one, Keycloak writes none.
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

/** A spelling of the configured issuer under which people are kept. */
export interface Spelling {
  readonly issuer: string
  readonly people: number
}

/** Resolves with the spellings, other than the normal form, under which people of this issuer are kept. */
export async function otherSpellings(
  { identities }: Pick<Store, 'identities'>,
  issuer: string,
): Promise<Spelling[]> {
  const normal = normalIssuer(issuer)
  const known = await identities.issuers()
  return known.filter((each) => each.issuer !== normal && normalIssuer(each.issuer) === normal)
}
