import { ok } from '@cardinal/domain'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Store } from '../../store/index.ts'
import { cookieLines, readCookie } from '../cookies.ts'
import { publicAddressOrOwn } from '../public-address.ts'
import { hashSecret, randomSecret } from '../secrets.ts'
import type { Accounts } from './accounts.ts'
import { errorPage, sendPage } from './pages.ts'
import { PROVIDER_PATH } from './paths.ts'

/** ms for which an invitation is valid. */
export const INVITATION_LIFE_MS = 7 * 86_400_000

/** Relative to the public address, without the code at its end. */
export const INVITATION_PATH = `${PROVIDER_PATH}/invitation`

/** Holds an invitation's code from the opened link until the form. */
const INVITATION_COOKIE = 'cardinal_invitation'
const INVITATION_COOKIE_SECONDS = 3600
const INVITATION_OVER = 'This invitation was used already, or is older than 7 days'

interface InvitationPage {
  readonly accounts: Accounts
  readonly config: Pick<Config, 'publicUrl' | 'usesAskedAddress'>
}

/** The link stores the invitation's code in this browser and starts a sign-in. The invitation stays valid. */
export function addInvitationPage(app: FastifyInstance, { accounts, config }: InvitationPage): void {
  const basePath = new URL(config.publicUrl).pathname.replace(/\/$/, '')
  app.get<{ Params: { code: string } }>(`${INVITATION_PATH}/:code`, async (request, reply) => {
    const { code } = request.params
    if (!(await accounts.isInvitation(code)))
      return sendPage(reply, 404, errorPage(basePath + PROVIDER_PATH, INVITATION_OVER, basePath))
    const cookie = {
      name: INVITATION_COOKIE,
      value: code,
      maxAge: INVITATION_COOKIE_SECONDS,
      sameSite: 'lax',
    } as const
    return reply
      .code(303)
      .header('location', `${basePath}/api/user/sign-in/start`)
      .header('cache-control', 'no-store')
      .header('set-cookie', cookieLines([cookie], publicAddressOrOwn(config, request), PROVIDER_PATH))
      .send()
  })
}

/** The invitation code stored in this browser. */
export function invitationOf(request: FastifyRequest, config: InvitationPage['config']): string | undefined {
  return readCookie(request.headers.cookie, INVITATION_COOKIE, publicAddressOrOwn(config, request))
}

/** Makes a code with which one person may create an account. Only its hash is stored. */
export async function makeInvitation(store: Store, now: number): Promise<string> {
  const code = randomSecret()
  await store.transact(async (tx) => {
    await tx.invitations.insert({
      hash: hashSecret(code),
      created_at: now,
      expires_at: now + INVITATION_LIFE_MS,
    })
    return ok(null)
  })
  return code
}
