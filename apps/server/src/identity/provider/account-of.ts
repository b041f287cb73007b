import type { Id } from '@cardinal/domain'
import type { Store } from '../../store/index.ts'
import { EMBEDDED_ISSUER } from './paths.ts'

/** Null: the user signs in with another provider. */
export async function accountOf(
  { identities }: Pick<Store, 'identities'>,
  userId: Id,
): Promise<string | null> {
  const known = await identities.ofUser(userId)
  return known.find(({ issuer }) => issuer === EMBEDDED_ISSUER)?.subject ?? null
}
