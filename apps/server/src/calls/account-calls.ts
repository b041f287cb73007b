import {
  type addPasskey,
  type askPasskey,
  type beginPasskey,
  type beginSecondStep,
  type Calls,
  type createToken,
  type deleteAccount,
  type getGlobalSettings,
  type getPasskeys,
  type getProfile,
  type getSecondStep,
  type getTokens,
  type removePasskey,
  type renewRecoveryCodes,
  type revokeToken,
  settingsToWire,
  toInstant,
  type turnOffSecondStep,
  type turnOnSecondStep,
  type updateProfile,
  userToWire,
} from '@cardinal/contract'
import { type Id, ok, refused } from '@cardinal/domain'
import { changedAll } from '@cardinal/sync'
import { FAILURES } from '../access/failures.ts'
import { freshnessRefusal } from '../access/rule.ts'
import type { Identity } from '../identity/identity.ts'
import type { PersonalToken } from '../identity/personal-tokens.ts'
import { PASSKEYS_AT_MOST, type PasskeyProblem, passkeysWork } from '../identity/provider/passkeys.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { emailKeyOf, namesOf } from '../identity/users.ts'
import {
  type CallContext,
  callerOf,
  type HandlerOf,
  type PlainHandler,
  type TransactionHandler,
} from './handler.ts'
import {
  actionTakenHandler,
  confirmSignInHandler,
  endSessionsHandler,
  finishSignInHandler,
  getRecentActivityHandler,
  getSessionsHandler,
  getSignInOptionsHandler,
  renewAccessTokenHandler,
  signInHandler,
  signOutHandler,
  startSignInHandler,
} from './session-calls.ts'

const NO_ACCOUNT = { status: 401, msg: 'This account was deleted.' } as const

const getProfileHandler: PlainHandler<typeof getProfile> = async (_input, context) => {
  const { users, serverOverview } = context.services.store
  const user = await users.byId(callerOf(context).userId)
  if (user === undefined) return refused(NO_ACCOUNT)
  return ok({ data: { ...userToWire(user), is_server_owner: await serverOverview.isOwner(user.id) } })
}

const updateProfileHandler: TransactionHandler<typeof updateProfile> = {
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
function deleteAccountHandler(identity: Identity): PlainHandler<typeof deleteAccount> {
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

function getTokensHandler(identity: Identity): PlainHandler<typeof getTokens> {
  return async (_input, context) => {
    const tokens = await identity.personalTokens.list(callerOf(context).userId)
    return ok({ data: tokens.map(tokenToWire) })
  }
}

function createTokenHandler(identity: Identity): PlainHandler<typeof createToken> {
  return async ({ body }, context) => {
    const days = body.expires_in_days ?? null
    const token = await identity.personalTokens.create(callerOf(context), body.name.trim(), body.scope, days)
    return ok({ data: { ...tokenToWire(token), token: token.secret } })
  }
}

function revokeTokenHandler(identity: Identity): TransactionHandler<typeof revokeToken> {
  return {
    inTransaction: async ({ tx, user, input: { body } }) => {
      if (!(await tx.personalTokens.remove(user.id, body.token_id)))
        return refused({ status: 404, msg: 'There is no such token.' })
      const after = () => identity.personalTokens.notifyRevoked(user.id)
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

export function identityHandlers(identity: Identity) {
  return {
    ...secondStepHandlers(identity),
    ...passkeyHandlers(identity),
    actionTaken: actionTakenHandler(identity),
    confirmSignIn: confirmSignInHandler(identity),
    createToken: createTokenHandler(identity),
    deleteAccount: deleteAccountHandler(identity),
    endSessions: endSessionsHandler(identity),
    finishSignIn: finishSignInHandler(identity),
    getProfile: getProfileHandler,
    getRecentActivity: getRecentActivityHandler,
    getSessions: getSessionsHandler(identity),
    getSignInOptions: getSignInOptionsHandler(identity),
    getTokens: getTokensHandler(identity),
    renewAccessToken: renewAccessTokenHandler(identity),
    revokeToken: revokeTokenHandler(identity),
    signIn: signInHandler(identity),
    signOut: signOutHandler(identity),
    startSignIn: startSignInHandler(identity),
    updateProfile: updateProfileHandler,
  }
}

export const getGlobalSettingsHandler: PlainHandler<typeof getGlobalSettings> = async (_input, context) => {
  const user = await context.services.store.users.byId(callerOf(context).userId)
  return user === undefined ? refused(FAILURES.notSignedIn) : ok({ data: settingsToWire(user) })
}

export const updateGlobalSettingsHandler: HandlerOf<Calls['updateGlobalSettings']> = async ({
  tx,
  user,
  args,
  onConflict,
}) => {
  const {
    savedSearchesBefore: before,
    savedSearches: after,
    searchesWorkspaceId: workspaceId,
    ...given
  } = args
  const { currentWorkspaceId } = given
  const isGone = async (id: Id | null | undefined) =>
    id != null && (await tx.workspaces.byId(user.id, id)) === undefined
  for (const id of [currentWorkspaceId, workspaceId])
    if (onConflict !== 'merge' && (await isGone(id)))
      return refused({ kind: 'not-found', what: 'workspace', id: id ?? '' })
  const settings = (await isGone(currentWorkspaceId)) ? { ...given, currentWorkspaceId: null } : given
  const current =
    settings.currentWorkspaceId === undefined ? user.currentWorkspaceId : settings.currentWorkspaceId
  // What was saved in a workspace that is deleted by now goes to the current one.
  const place = (await isGone(workspaceId)) ? {} : { workspaceId }
  const searches = after === undefined ? {} : changedAll(user, { ...place, after, before }, current)
  const changed = { ...settings, ...searches }
  await tx.users.update(user.id, changed)
  return ok({ answer: { data: settingsToWire({ ...user, ...changed }) }, moved: null })
}

const PASSKEY_FAILURES = {
  elsewhere: { status: 404, msg: 'Your sign-in provider looks after this, and not this site.' },
  impossible: { status: 400, msg: 'Passkeys need HTTPS and a host name: they do not work at this address.' },
  'too-many': { status: 400, msg: `An account has at most ${PASSKEYS_AT_MOST} passkeys. Remove one first.` },
  wrong: {
    status: 400,
    msg: 'response: the passkey was not made for this page, or took too long. Try again.',
  },
} as const satisfies Record<PasskeyProblem, object>
const NO_SUCH_PASSKEY = { status: 404, msg: 'There is no such passkey.' } as const
const NO_PASSKEY = { status: 404, msg: 'You have no passkey yet. Add one first.' } as const

function passkeyHandlers({ passkeys }: Identity) {
  const getPasskeysHandler: PlainHandler<typeof getPasskeys> = async (_input, context) => {
    const known = await passkeys.list(callerOf(context).userId)
    const isPossible = known !== null && passkeysWork(addressOf(context))
    const rows = (known ?? []).map(({ id, name, created_at: createdAt, last_used_at: usedAt }) => ({
      passkey_id: id,
      name,
      createdAt: toInstant(createdAt),
      lastUsedAt: usedAt === null ? null : toInstant(usedAt),
    }))
    return ok({ data: { is_elsewhere: known === null, is_possible: isPossible, passkeys: rows } })
  }
  const beginPasskeyHandler: PlainHandler<typeof beginPasskey> = async (_input, context) => {
    const begun = await passkeys.beginAdding(callerOf(context).userId, addressOf(context))
    return begun.ok
      ? ok({ data: { options: JSON.stringify(begun.value) } })
      : refused(PASSKEY_FAILURES[begun.error])
  }
  const addPasskeyHandler: PlainHandler<typeof addPasskey> = async ({ body }, context) => {
    const added = await passkeys.add(callerOf(context), body.name, body.response, addressOf(context))
    return added.ok ? ok({ data: true as const }) : refused(PASSKEY_FAILURES[added.error])
  }
  const askPasskeyHandler: PlainHandler<typeof askPasskey> = async ({ body }, context) => {
    const codes = await passkeys.askAfterPassword(callerOf(context), body.is_asked)
    return codes === null ? refused(NO_PASSKEY) : ok({ data: { recovery_codes: codes } })
  }
  const removePasskeyHandler: PlainHandler<typeof removePasskey> = async ({ body }, context) => {
    const isRemoved = await passkeys.remove(callerOf(context), body.passkey_id)
    return isRemoved ? ok({ data: true as const }) : refused(NO_SUCH_PASSKEY)
  }
  return {
    getPasskeys: getPasskeysHandler,
    beginPasskey: beginPasskeyHandler,
    addPasskey: addPasskeyHandler,
    askPasskey: askPasskeyHandler,
    removePasskey: removePasskeyHandler,
  }
}

function addressOf({ http, services: { config } }: CallContext): string {
  return publicAddressOrOwn(config, http?.request ?? null)
}

const ELSEWHERE = {
  status: 404,
  msg: 'Your sign-in provider looks after this, and not this site.',
} as const
const WRONG = {
  status: 400,
  msg: 'code: this is not the code that the app shows now. Look at the clock of its device.',
} as const
const OFF = { status: 404, msg: 'No second step is switched on.' } as const

function secondStepHandlers({ secondStep }: Identity) {
  const getSecondStepHandler: PlainHandler<typeof getSecondStep> = async (_input, context) => {
    const state = await secondStep.stateOf(callerOf(context).userId)
    return ok({
      data: {
        is_possible: state !== null,
        is_on: state?.isOn ?? false,
        has_app: state?.hasApp ?? false,
        asks_passkey: state?.asksPasskey ?? false,
        recovery_codes_left: state?.recoveryCodes ?? 0,
      },
    })
  }
  const beginSecondStepHandler: PlainHandler<typeof beginSecondStep> = async (_input, context) => {
    const { userId } = callerOf(context)
    if ((await secondStep.stateOf(userId)) === null) return refused(ELSEWHERE)
    const user = await context.services.store.users.byId(userId)
    return ok({ data: secondStep.begin(user?.email ?? '') })
  }
  const turnOnSecondStepHandler: PlainHandler<typeof turnOnSecondStep> = async ({ body }, context) => {
    const codes = await secondStep.turnOn(callerOf(context), body.secret, body.code)
    if (!codes.ok) return refused(codes.error === 'wrong' ? WRONG : ELSEWHERE)
    return ok({ data: { recovery_codes: codes.value } })
  }
  const renewRecoveryCodesHandler: PlainHandler<typeof renewRecoveryCodes> = async (_input, context) => {
    const codes = await secondStep.renewRecoveryCodes(callerOf(context))
    return codes === null ? refused(OFF) : ok({ data: { recovery_codes: codes } })
  }
  const turnOffSecondStepHandler: PlainHandler<typeof turnOffSecondStep> = async (_input, context) => {
    await secondStep.turnOff(callerOf(context))
    return ok({ data: true as const })
  }
  return {
    getSecondStep: getSecondStepHandler,
    beginSecondStep: beginSecondStepHandler,
    turnOnSecondStep: turnOnSecondStepHandler,
    renewRecoveryCodes: renewRecoveryCodesHandler,
    turnOffSecondStep: turnOffSecondStepHandler,
  }
}
