import type { Id } from '@cardinal/domain'
import type { Store } from '../../store/index.ts'

/** Path relative to the public address. */
export const PROVIDER_PATH = '/oidc'

/**
 * Issuer under which the embedded provider's identities are stored. Its real issuer contains the public
 * address, but people must keep their accounts when the server moves.
 */
export const EMBEDDED_ISSUER = 'embedded'

/**
 * Issuer of users whom the operator created for a configured provider, until their first sign-in. Their
 * e-mail identifies them.
 */
export const OPERATOR_ISSUER = 'operator'

/** Null: the user signs in with another provider. */
export async function accountOf(
  { identities }: Pick<Store, 'identities'>,
  userId: Id,
): Promise<string | null> {
  const known = await identities.ofUser(userId)
  return known.find(({ issuer }) => issuer === EMBEDDED_ISSUER)?.subject ?? null
}
