import {
  type createToken,
  type deleteAccount,
  type getProfile,
  type getTokens,
  type revokeToken,
  toInstant,
  type updateProfile,
  userToWire,
} from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { FAILURES } from '../access/failures.ts'
import { freshnessRefusal } from '../access/fresh-sign-in.ts'
import { emailKeyOf, type Identity, namesOf, type PersonalToken } from '../identity/index.ts'
import { callerOf, type PlainHandler, type TransactionHandler } from './handler.ts'

const NO_ACCOUNT = { status: 401, msg: 'This account was deleted.' } as const

export const getProfileHandler: PlainHandler<typeof getProfile> = async (_input, context) => {
  const { users, serverOverview } = context.services.store
  const user = await users.byId(callerOf(context).userId)
  if (user === undefined) return refused(NO_ACCOUNT)
  return ok({ data: { ...userToWire(user), is_server_owner: await serverOverview.isOwner(user.id) } })
}

export const updateProfileHandler: TransactionHandler<typeof updateProfile> = {
  inTransaction: async ({ tx, user, input: { body }, services, principal }) => {
    const isNewEmail = body.email !== undefined && body.email.trim() !== user.email
    const stale = isNewEmail ? await freshnessRefusal(principal, tx.sessions, services.now()) : null
    if (stale !== null) return refused(stale)
    const patch = {
      ...(body.name === undefined ? {} : namesOf(body.name)),
      ...(body.email === undefined ? {} : { email: body.email.trim() }),
    }
    await tx.users.update(user.id, patch)
    return ok({ answer: { data: userToWire({ ...user, ...patch }) } })
  },
}

/** Requires the e-mail to be typed, against deleting an account by accident. */
export function deleteAccountHandler(identity: Identity): PlainHandler<typeof deleteAccount> {
  return async ({ body }, context) => {
    const { userId } = callerOf(context)
    const user = await context.services.store.users.byId(userId)
    if (user === undefined) return refused(NO_ACCOUNT)
    if (emailKeyOf(body.confirm) !== emailKeyOf(user.email))
      return refused({ status: 400, msg: 'confirm: this is not the email of your account.' })
    // First: once the account is deleted, nothing says whom to stop charging.
    const forgotten = await context.services.payments?.forget(userId)
    if (forgotten?.ok === false) {
      context.http?.request.log.error({ err: forgotten.error.error }, 'a subscription could not be ended')
      return refused(FAILURES.providerAway)
    }
    await identity.deleteUser(userId)
    return ok({ data: true as const })
  }
}

export function getTokensHandler(identity: Identity): PlainHandler<typeof getTokens> {
  return async (_input, context) => {
    const tokens = await identity.personalTokens.list(callerOf(context).userId)
    return ok({ data: tokens.map(tokenToWire) })
  }
}

export function createTokenHandler(identity: Identity): PlainHandler<typeof createToken> {
  return async ({ body }, context) => {
    const days = body.expires_in_days ?? null
    const token = await identity.personalTokens.create(callerOf(context), body.name.trim(), body.scope, days)
    return ok({ data: { ...tokenToWire(token), token: token.secret } })
  }
}

export function revokeTokenHandler(identity: Identity): TransactionHandler<typeof revokeToken> {
  return {
    inTransaction: async ({ tx, user, input: { body } }) => {
      if (!(await tx.personalTokens.remove(user.id, body.token_id)))
        return refused({ status: 404, msg: 'There is no such token.' })
      const after = () => identity.personalTokens.tellRevoked(user.id)
      return ok({ answer: { data: body.token_id }, after })
    },
  }
}

function tokenToWire(token: PersonalToken) {
  return {
    token_id: token.id,
    name: token.name,
    scope: token.scope,
    createdAt: toInstant(token.createdAt),
    expiresAt: token.expiresAt === null ? null : toInstant(token.expiresAt),
    lastUsedAt: token.lastUsedAt === null ? null : toInstant(token.lastUsedAt),
  }
}
