import { isIP } from 'node:net'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { isObject, parseJson } from '../../lib/decoding.ts'
import type { Store, StoreTransaction } from '../../store/index.ts'
import type { Passkey } from '../../store/tables/provider.ts'
import { type Actor, noteActivity } from '../activity.ts'
import { isSecureContext } from '../public-address.ts'
import { accountOf } from './paths.ts'
import { putRecoveryCodes } from './second-step.ts'

/** Passkeys per account. */
export const PASSKEYS_AT_MOST = 20
/** ms from the options to the browser's answer. */
const CHALLENGE_LIFE_MS = 5 * 60_000
/** Kind of the stored challenges. */
const CHALLENGE = 'PasskeyChallenge'

export type PasskeyProblem = 'elsewhere' | 'impossible' | 'too-many' | 'wrong'

/** Compared with the browser's answer. */
interface Challenge {
  readonly challenge: string
  /** Null: the passkey names the account. */
  readonly accountId: string | null
}

/**
 * Passkeys at the embedded provider (WebAuthn, https://www.w3.org/TR/webauthn-3/), as the only proof or
 * after the password. They are bound to the public address's host name and need a secure context.
 */
export class Passkeys {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Null: the user signs in with another provider. */
  async list(userId: Id): Promise<Passkey[] | null> {
    const accountId = await accountOf(this.#store, userId)
    return accountId === null ? null : this.#store.passkeys.ofAccount(accountId)
  }

  /** `PublicKeyCredentialCreationOptionsJSON` for the browser. */
  async beginAdding(userId: Id, publicUrl: string): Promise<Result<object, PasskeyProblem>> {
    const accountId = await accountOf(this.#store, userId)
    const account = accountId === null ? undefined : await this.#store.providerAccounts.byId(accountId)
    if (account === undefined) return refused('elsewhere')
    if (!passkeysWork(publicUrl)) return refused('impossible')
    const known = await this.#store.passkeys.ofAccount(account.id)
    if (known.length >= PASSKEYS_AT_MOST) return refused('too-many')
    const { generateRegistrationOptions } = await library()
    const options = await generateRegistrationOptions({
      rpName: 'Cardinal',
      rpID: new URL(publicUrl).hostname,
      userID: new Uint8Array(Buffer.from(account.id)),
      userName: account.email,
      userDisplayName: account.name,
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#keep(account.id, { challenge: options.challenge, accountId: account.id })
    return ok(options)
  }

  /** Stores a new passkey, if the browser's answer is valid. */
  async add(
    by: Actor,
    name: string,
    response: string,
    publicUrl: string,
  ): Promise<Result<null, PasskeyProblem>> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null) return refused('elsewhere')
    const begun = await this.#take(accountId)
    if (begun === null) return refused('wrong')
    const { verifyRegistrationResponse } = await library()
    const checked = await verifyRegistrationResponse({
      response: parsed<RegistrationResponseJSON>(response),
      expectedChallenge: begun.challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: true,
    }).catch(() => null)
    if (!checked?.verified) return refused('wrong')
    const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
    return this.#store.transact<null, PasskeyProblem>(async (tx) => {
      const known = await tx.passkeys.ofAccount(accountId)
      if (known.length >= PASSKEYS_AT_MOST) return refused('too-many')
      const isNew = await tx.passkeys.insert({
        id,
        account_id: accountId,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: JSON.stringify(transports),
        name,
        is_second_step: known[0]?.is_second_step ?? 0,
        created_at: this.#now(),
        last_used_at: null,
      })
      if (!isNew) return refused('wrong')
      await noteActivity(tx, by, 'passkey-added', name, this.#now())
      return ok(null)
    })
  }

  /** False: the user has no passkey with this id. */
  async remove(by: Actor, id: string): Promise<boolean> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null) return false
    const removed = await this.#store.transact<boolean, never>(async (tx) => {
      const name = await removePasskey(tx, accountId, id)
      if (name === undefined) return ok(false)
      await noteActivity(tx, by, 'passkey-removed', name, this.#now())
      return ok(true)
    })
    return removed.ok && removed.value
  }

  /**
   * Sets whether a passkey is asked for after the password. Returns new recovery codes if there were none;
   * only hashes are stored. Null: the user has no passkey.
   */
  async askAfterPassword(by: Actor, isAsked: boolean): Promise<string[] | null> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null) return null
    const changed = await this.#store.transact<string[] | null, never>(async (tx) => {
      const known = await tx.passkeys.ofAccount(accountId)
      if (known[0] === undefined) return ok(null)
      if (known[0].is_second_step === Number(isAsked)) return ok([])
      await tx.passkeys.setSecondStep(accountId, isAsked)
      await noteActivity(tx, by, isAsked ? 'second-step-on' : 'second-step-off', null, this.#now())
      // Recovery codes serve every second step. Those made for the authenticator app stay.
      if ((await tx.secondStep.authenticator(accountId)) !== undefined) return ok([])
      if (isAsked) return ok(await putRecoveryCodes(tx, accountId))
      await tx.secondStep.remove(accountId)
      return ok([])
    })
    return changed.ok ? changed.value : null
  }

  /**
   * `PublicKeyCredentialRequestOptionsJSON` for the browser.
   *
   * @param accountId account whose password was given; null: the passkey alone identifies the account
   */
  async beginSignIn(interaction: string, accountId: string | null, publicUrl: string): Promise<object> {
    const known = accountId === null ? [] : await this.#store.passkeys.ofAccount(accountId)
    const { generateAuthenticationOptions } = await library()
    const options = await generateAuthenticationOptions({
      rpID: new URL(publicUrl).hostname,
      allowCredentials: known.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) })),
      userVerification: accountId === null ? 'required' : 'preferred',
    })
    await this.#keep(interaction, { challenge: options.challenge, accountId })
    return options
  }

  /**
   * The account of the passkey in the browser's answer; null: invalid. Without a password, the
   * authenticator must have verified a finger, a face or a PIN.
   */
  async signIn(
    interaction: string,
    accountId: string | null,
    response: string,
    publicUrl: string,
  ): Promise<string | null> {
    const begun = await this.#take(interaction)
    const answer = parsed<AuthenticationResponseJSON>(response)
    const passkey = typeof answer.id === 'string' ? await this.#store.passkeys.byId(answer.id) : undefined
    if (begun === null || begun.accountId !== accountId || passkey === undefined) return null
    if (accountId !== null && passkey.account_id !== accountId) return null
    const { verifyAuthenticationResponse } = await library()
    const checked = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: begun.challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: new URL(publicUrl).hostname,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: accountId === null,
    }).catch(() => null)
    if (!checked?.verified) return null
    const { newCounter } = checked.authenticationInfo
    await this.#store.transact(async (tx) =>
      ok(await tx.passkeys.noteUse(passkey.id, newCounter, this.#now())),
    )
    return passkey.account_id
  }

  /** Replaces an earlier challenge of the same id. Each is valid once. */
  async #keep(id: string, challenge: Challenge): Promise<void> {
    const record = {
      model: CHALLENGE,
      id,
      payload: JSON.stringify(challenge),
      grant_id: null,
      uid: null,
      expires_at: this.#now() + CHALLENGE_LIFE_MS,
    }
    await this.#store.transact(async (tx) => ok(await tx.providerRecords.put(record)))
  }

  async #take(id: string): Promise<Challenge | null> {
    const taken = await this.#store.transact<Challenge | null, never>(async (tx) => {
      const record = await tx.providerRecords.byId(CHALLENGE, id)
      await tx.providerRecords.remove(CHALLENGE, id)
      if (record === undefined || (record.expires_at ?? 0) <= this.#now()) return ok(null)
      return ok(JSON.parse(record.payload) as Challenge)
    })
    return taken.ok ? taken.value : null
  }
}

/** Returns the passkey's name; undefined: the account has none with this id. */
export async function removePasskey(
  tx: StoreTransaction,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const name = await tx.passkeys.remove(accountId, id)
  // Recovery codes are removed with the last second step.
  const isLast = name !== undefined && (await tx.passkeys.ofAccount(accountId)).length === 0
  if (isLast && (await tx.secondStep.authenticator(accountId)) === undefined)
    await tx.secondStep.remove(accountId)
  return name
}

/** Whether browsers support passkeys at this address: HTTPS under a host name, or localhost. */
export function passkeysWork(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return isSecureContext(publicUrl) && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

/** The browser's answer, if it is an object; the library validates its parts. */
function parsed<T extends object>(text: string): T {
  const value = parseJson(text)
  return (isObject(value) ? value : {}) as T
}

/** Imported at first use. */
const library = () => import('@simplewebauthn/server')
