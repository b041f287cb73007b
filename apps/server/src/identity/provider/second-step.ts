import type { ActivityKind } from '@cardinal/contract'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { jwtVerify, SignJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import type { Store, StoreTransaction } from '../../store/index.ts'
import { type Actor, noteActivity } from '../activity.ts'
import { hashSecret } from '../secrets.ts'
import { Attempts, hashOfOneTimeCode, makeOneTimeCode } from './attempts.ts'
import { html, type PasskeyForm, page, passkeyForm } from './pages.ts'
import { accountOf, EMBEDDED_ISSUER } from './paths.ts'

const RECOVERY_CODES = 10
/** Bytes of a secret; RFC 4226 recommends the length of the hash. */
const SECRET_BYTES = 20
/** Seconds per code. The previous and the next code are accepted too, because clocks differ. */
const PERIOD_SECONDS = 30
const WINDOW_PERIODS = 1
/** Seconds from the password until the second step. */
const TICKET_LIFE_SECONDS = 600

interface SecondStepState {
  readonly isOn: boolean
  readonly hasApp: boolean
  /** Whether a passkey is required after the password. */
  readonly asksPasskey: boolean
  readonly recoveryCodes: number
}

/**
 * The second step at the embedded provider: a code of an authenticator app (RFC 6238), a passkey (see `Passkeys`), or a
 * recovery code.
 */
export class SecondStep {
  readonly #store: Store
  readonly #key: Uint8Array
  readonly #now: () => number
  readonly #attempts: Attempts

  /**
   * @param key signs the tickets that a browser holds between password and second step; at least 32
   *   bytes, base64url
   */
  constructor(store: Store, key: string, now: () => number) {
    this.#store = store
    this.#key = Buffer.from(key, 'base64url')
    this.#now = now
    this.#attempts = new Attempts(store, now)
  }

  /** Null: the user signs in with another provider. */
  async stateOf(userId: Id): Promise<SecondStepState | null> {
    const accountId = await accountOf(this.#store, userId)
    if (accountId === null) return null
    const { hasApp, asksPasskey } = await this.stepsOf(accountId)
    const isOn = hasApp || asksPasskey
    const recoveryCodes = isOn ? await this.#store.secondStep.countRecoveryCodes(accountId) : 0
    return { isOn, hasApp, asksPasskey, recoveryCodes }
  }

  /** A new secret with its `otpauth:` address for a QR code. `turnOn` stores it. */
  begin(email: string): { secret: string; address: string } {
    const secret = new Secret({ size: SECRET_BYTES })
    return { secret: secret.base32, address: totpOf(secret.base32, email).toString() }
  }

  /**
   * Turns the second step on, or changes the app, after checking a code. Returns the recovery codes; only
   * their hashes are stored.
   */
  async turnOn(by: Actor, secret: string, code: string): Promise<Result<string[], 'elsewhere' | 'wrong'>> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null) return refused('elsewhere')
    const step = this.#stepOf(secret, code)
    if (step === null) return refused('wrong')
    return this.#store.transact<string[], never>(async (tx) => {
      await tx.secondStep.put({
        account_id: accountId,
        secret,
        last_step: step,
        created_at: this.#now(),
      })
      await noteActivity(tx, by, 'second-step-on', null, this.#now())
      return ok(await putRecoveryCodes(tx, accountId))
    })
  }

  /** Null: the second step is off. */
  async renewRecoveryCodes(by: Actor): Promise<string[] | null> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null || !(await this.isNeeded(accountId))) return null
    const made = await this.#store.transact<string[], never>(async (tx) => {
      await noteActivity(tx, by, 'recovery-codes-made', null, this.#now())
      return ok(await putRecoveryCodes(tx, accountId))
    })
    return made.ok ? made.value : null
  }

  async turnOff(by: Actor): Promise<void> {
    const accountId = await accountOf(this.#store, by.userId)
    if (accountId === null) return
    await this.#store.transact(async (tx) => {
      if (await removeSecondStep(tx, accountId))
        await noteActivity(tx, by, 'second-step-off', null, this.#now())
      return ok(null)
    })
  }

  /** Whether a password alone is not enough. */
  async isNeeded(accountId: string): Promise<boolean> {
    const { hasApp, asksPasskey } = await this.stepsOf(accountId)
    return hasApp || asksPasskey
  }

  stepsOf(accountId: string): Promise<{ hasApp: boolean; asksPasskey: boolean }> {
    return stepsOf(this.#store, accountId)
  }

  /** Proves a correct password, for one interaction. A new password invalidates it. */
  async ticket(accountId: string, interaction: string): Promise<string> {
    return new SignJWT({ uid: interaction, password: await this.#passwordOf(accountId) })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(accountId)
      .setExpirationTime(Math.floor(this.#now() / 1000) + TICKET_LIFE_SECONDS)
      .sign(this.#key)
  }

  /** Null: not ours, of another interaction, or expired. */
  async accountOfTicket(ticket: string, interaction: string): Promise<string | null> {
    try {
      const currentDate = new Date(this.#now())
      const { payload } = await jwtVerify(ticket, this.#key, { algorithms: ['HS256'], currentDate })
      const { sub = '' } = payload
      const isGood = payload.uid === interaction && payload.password === (await this.#passwordOf(sub))
      return isGood ? sub : null
    } catch {
      return null
    }
  }

  /** A text that changes with the password. */
  async #passwordOf(accountId: string): Promise<string> {
    return hashSecret((await this.#store.providerAccounts.byId(accountId))?.password_hash ?? '')
  }

  /** Checks a code of the app, which is valid once, or a recovery code, which is deleted. */
  async check(accountId: string, typed: string): Promise<'right' | 'wrong' | 'too-many'> {
    if (!(await this.#attempts.beginSecondStep(accountId))) return 'too-many'
    const known = await this.#store.secondStep.authenticator(accountId)
    const step = known === undefined ? null : this.#stepOf(known.secret, typed)
    const checked = await this.#store.transact<boolean, never>(async (tx) => {
      if (step !== null && (await tx.secondStep.useStep(accountId, step))) return ok(true)
      const isRecovery = await tx.secondStep.useRecoveryCode(accountId, hashOfOneTimeCode(typed))
      await this.#note(tx, accountId, isRecovery ? 'recovery-code-used' : 'second-step-failed')
      return ok(isRecovery)
    })
    if (!checked.ok || !checked.value) return 'wrong'
    await this.#attempts.succeedSecondStep(accountId)
    return 'right'
  }

  /** The number of the 30-second period of an app's code; null: it is no code of the accepted periods. */
  #stepOf(secret: string, typed: string): number | null {
    const token = typed.replace(/\s/g, '')
    if (!/^\d{6}$/.test(token)) return null
    const delta = totpOf(secret, '').validate({ token, timestamp: this.#now(), window: WINDOW_PERIODS })
    return delta === null ? null : Math.floor(this.#now() / 1000 / PERIOD_SECONDS) + delta
  }

  async #note(tx: StoreTransaction, accountId: string, kind: ActivityKind): Promise<void> {
    const userId = await tx.identities.userId(EMBEDDED_ISSUER, accountId)
    if (userId !== undefined) await noteActivity(tx, { userId, sessionId: null }, kind, null, this.#now())
  }
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Cardinal', label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}

async function stepsOf(tables: Pick<Store, 'secondStep' | 'passkeys'>, accountId: string) {
  const hasApp = (await tables.secondStep.authenticator(accountId)) !== undefined
  const asksPasskey = (await tables.passkeys.ofAccount(accountId))[0]?.is_second_step === 1
  return { hasApp, asksPasskey }
}

/** False: the account had none. */
export async function removeSecondStep(tx: StoreTransaction, accountId: string): Promise<boolean> {
  const { asksPasskey } = await stepsOf(tx, accountId)
  await tx.passkeys.setSecondStep(accountId, false)
  return (await tx.secondStep.remove(accountId)) || asksPasskey
}

export async function putRecoveryCodes(tx: StoreTransaction, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, makeOneTimeCode)
  await tx.secondStep.putRecoveryCodes(accountId, codes.map(hashOfOneTimeCode))
  return codes
}

interface SecondStepForm {
  /** Path of the provider, such as `/oidc`. */
  readonly prefix: string
  readonly uid: string
  readonly ticket: string
  /** See `FormState`. */
  readonly isShared: boolean
  readonly error: string | null
  readonly hasApp: boolean
  /** Null: no passkey of the account is asked for. */
  readonly passkey: PasskeyForm | null
}

/** The page after the password, for a passkey, a code of the authenticator app or a recovery code. */
export function secondStepPage({
  prefix,
  uid,
  ticket,
  isShared,
  error,
  hasApp,
  passkey,
}: SecondStepForm): string {
  const title = passkey === null ? 'Enter your code' : 'One more step'
  return page(
    prefix,
    title,
    html`<h1>${title}</h1>
      <p class="lead">${leadOf(hasApp, passkey !== null)}</p>
      ${error === null ? null : html`<p class="error banner" role="alert">${error}</p>`}
      ${passkey === null ? null : passkeyForm(passkey)}
      <form method="post" action="${prefix}/interaction/${uid}/second-step" novalidate>
        <input type="hidden" name="ticket" value="${ticket}">
        <input type="hidden" name="shared" value="${isShared ? 'true' : ''}">
        <div class="field">
          <label for="code">Code</label>
          <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters"
            spellcheck="false" required autofocus ${error === null ? null : html`aria-invalid="true"`}>
        </div>
        <button type="submit">Sign in</button>
      </form>
      <p class="other">None of these? The operator of this server can switch the second step off.</p>`,
  )
}

function leadOf(hasApp: boolean, hasPasskey: boolean): string {
  if (!hasPasskey)
    return 'Your authenticator app shows it. Without the app, enter one of your recovery codes.'
  if (!hasApp) return 'Use your passkey. Without it, enter one of your recovery codes.'
  return 'Use your passkey, or enter the code of your authenticator app or one of your recovery codes.'
}
