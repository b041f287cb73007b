import { ok } from '@cardinal/domain'
import type { Store } from '../../store/index.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import { PROVIDER_PATH } from './paths.ts'

/** How long an invitation is good for, in ms. */
export const INVITATION_LIFE = 7 * 86_400_000

/** Below the public address; a code comes behind it. */
export const INVITATION_PATH = `${PROVIDER_PATH}/invitation`

/** Makes the code of an invitation: one person may make one account with it. Only its hash is kept. */
export async function makeInvitation(store: Store, now: number): Promise<string> {
  const code = randomSecret()
  await store.transact(async (tx) => {
    await tx.invitations.insert({
      hash: hashSecret(code),
      created_at: now,
      expires_at: now + INVITATION_LIFE,
    })
    return ok(null)
  })
  return code
}
