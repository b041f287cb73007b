import {
  type addPasskey,
  type askPasskey,
  type beginPasskey,
  type getPasskeys,
  type removePasskey,
  toInstant,
} from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { type Identity, PASSKEYS_AT_MOST, type PasskeyProblem, passkeysWork } from '../identity/index.ts'
import { publicAddressOrOwn } from '../identity/public-address.ts'
import { type CallContext, callerOf, type PlainHandler } from './handler.ts'

const FAILURES = {
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

export function passkeyHandlers({ passkeys }: Identity) {
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
    return begun.ok ? ok({ data: { options: JSON.stringify(begun.value) } }) : refused(FAILURES[begun.error])
  }
  const addPasskeyHandler: PlainHandler<typeof addPasskey> = async ({ body }, context) => {
    const added = await passkeys.add(callerOf(context), body.name, body.response, addressOf(context))
    return added.ok ? ok({ data: true as const }) : refused(FAILURES[added.error])
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
