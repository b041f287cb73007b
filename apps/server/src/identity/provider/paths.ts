import type { Id } from '@cardinal/domain'
import type { Store } from '../../store/index.ts'

/** Relative to the public address. */
export const PROVIDER_PATH = '/oidc'

/**
 * Stored issuer of the embedded provider's identities. Its real issuer contains the public address, but people must keep
 * their accounts when the server moves.
 */
export const EMBEDDED_ISSUER = 'embedded'

/** Stored issuer of users made by the operator, identified by e-mail, until their first sign-in at a configured provider. */
export const OPERATOR_ISSUER = 'operator'

/** Null: the user signs in with another provider. */
export async function accountOf(
  { identities }: Pick<Store, 'identities'>,
  userId: Id,
): Promise<string | null> {
  const known = await identities.ofUser(userId)
  return known.find(({ issuer }) => issuer === EMBEDDED_ISSUER)?.subject ?? null
}
