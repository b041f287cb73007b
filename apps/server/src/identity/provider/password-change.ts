import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { LaneFull } from '../../lib/waiting.ts'
import type { ProviderAccount, Store, StoreTransaction } from '../../store/index.ts'
import { noteActivity } from '../activity.ts'
import { emailKeyOf } from '../email-key.ts'
import { passwordProblem } from '../password-rules.ts'
import { hashPassword, PASSWORD_MAX, verifyPassword } from '../passwords.ts'
import { beginReview } from './access-review.ts'
import { TOO_BUSY } from './accounts.ts'
import { Attempts, networkOf } from './attempts.ts'
import { hashOfOneTimeCode, makeOneTimeCode } from './one-time-codes.ts'
import { EMBEDDED_ISSUER } from './paths.ts'

/** How long a code for a new password is good for, in ms. */
export const CODE_LIFE = 30 * 60_000
/** Between two codes by mail, in ms. */
const CODE_EVERY = 2 * 60_000
/** The kind of record under which a code waits, by its account. */
const MODEL = 'PasswordCode'

/** What a person types to set a new password: the present one, or a code, proves who it is. */
export interface AskedChange {
  readonly email: string
  readonly proof: string
  readonly password: string
}

export interface Changed {
  /** The person looks through the account at the next sign-in. */
  readonly isReviewed: boolean
}

export type ChangeErrors = Partial<Record<'email' | 'proof' | 'password' | 'form', string>>

const TOO_MANY = 'Too many attempts. Wait 15 minutes, then try again.'
const WRONG = 'Wrong email, password or code.'

/** Sets new passwords of the embedded provider's accounts. */
export class PasswordChanges {
  readonly #store: Store
  readonly #now: () => number
  readonly #attempts: Attempts
  readonly #onEnd: (userId: Id) => void

  /** @param onEnd called with the user whose sessions have ended */
  constructor(store: Store, now: () => number, onEnd: (userId: Id) => void) {
    this.#store = store
    this.#now = now
    this.#attempts = new Attempts(store, now)
    this.#onEnd = onEnd
  }

  /**
   * Sets a new password and signs every device out. After a code, the person also reviews what else opens the account:
   * somebody else may know the old password then.
   */
  async change(asked: AskedChange, address: string): Promise<Result<Changed, ChangeErrors>> {
    try {
      return await this.#change(asked, address)
    } catch (error) {
      if (error instanceof LaneFull) return refused({ form: TOO_BUSY })
      throw error
    }
  }

  async #change(asked: AskedChange, address: string): Promise<Result<Changed, ChangeErrors>> {
    const lane = networkOf(address)
    const emailKey = emailKeyOf(asked.email)
    if (emailKey === '') return refused({ email: 'Enter your email.' })
    if (asked.proof === '') return refused({ proof: 'Enter your present password, or the code.' })
    if (!(await this.#attempts.begin(emailKey, address))) return refused({ form: TOO_MANY })
    const account = await this.#store.providerAccounts.byEmailKey(emailKey)
    const isCode = account !== undefined && (await this.#isCode(account.id, asked.proof))
    const hash = isCode ? null : (account?.password_hash ?? null)
    const isPassword = !isCode && (await verifyPassword(asked.proof.slice(0, PASSWORD_MAX), hash, lane))
    if (account === undefined || !(isCode || isPassword)) return refused({ form: WRONG })
    const wrong = await passwordProblem(asked.password, account)
    if (wrong !== null) return refused({ password: wrong })
    const newHash = await hashPassword(asked.password, lane)
    const ended = await this.#store.transact((tx) =>
      setPassword(tx, account.id, newHash, isCode, this.#now()),
    )
    if (ended.ok) for (const userId of ended.value) this.#onEnd(userId)
    await this.#attempts.succeed(emailKey, address)
    return ok({ isReviewed: isCode })
  }

  /**
   * Resolves with a code for the person with this e-mail, with the address of the account as it was typed there. Null:
   * there is no such account, one was made a moment ago, or too many were asked for.
   */
  async askForCode(email: string, address: string): Promise<{ code: string; to: string } | null> {
    const emailKey = email.normalize('NFC').trim().toLowerCase()
    if (!(await this.#attempts.begin(`mail ${emailKey}`, address))) return null
    const account = await this.#store.providerAccounts.byEmailKey(emailKey)
    if (account === undefined) return null
    const now = this.#now()
    const made = await this.#store.transact<string, 'too-soon'>(async (tx) => {
      const last = await tx.providerRecords.byId(MODEL, account.id)
      const isSoon = now - ((last?.expires_at ?? 0) - CODE_LIFE) < CODE_EVERY
      return isSoon ? refused('too-soon') : ok(await putCode(tx, account, now))
    })
    return made.ok ? { code: made.value, to: account.email } : null
  }

  async #isCode(accountId: string, typed: string): Promise<boolean> {
    const record = await this.#store.providerRecords.byId(MODEL, accountId)
    if (record === undefined || (record.expires_at ?? 0) <= this.#now()) return false
    return (JSON.parse(record.payload) as { hash: string }).hash === hashOfOneTimeCode(typed)
  }
}

/**
 * Makes a code by which an account gets a new password, once, within half an hour. An earlier code is of no use any
 * more. Only its hash is kept.
 */
export async function makePasswordCode(store: Store, account: ProviderAccount, now: number): Promise<string> {
  const made = await store.transact<string, never>(async (tx) => ok(await putCode(tx, account, now)))
  if (!made.ok) throw new Error('A code could not be kept.')
  return made.value
}

async function putCode(tx: StoreTransaction, { id }: ProviderAccount, now: number): Promise<string> {
  const code = makeOneTimeCode()
  const payload = JSON.stringify({ hash: hashOfOneTimeCode(code), accountId: id })
  await tx.providerRecords.put({
    model: MODEL,
    id,
    payload,
    grant_id: null,
    uid: null,
    expires_at: now + CODE_LIFE,
  })
  return code
}

/**
 * Keeps a new password and ends what the old one had opened. Answers whose sessions these were.
 *
 * @param isReviewed the person did not give the old password, and looks through the account at the next sign-in
 */
export async function setPassword(
  tx: StoreTransaction,
  accountId: string,
  hash: string,
  isReviewed: boolean,
  now: number,
): Promise<Result<Id[], never>> {
  await tx.providerAccounts.setPassword(accountId, hash)
  await tx.providerRecords.removeNaming(accountId)
  const userId = await tx.identities.userId(EMBEDDED_ISSUER, accountId)
  if (userId === undefined) return ok([])
  await tx.lockUser(userId)
  if (isReviewed) await beginReview(tx, accountId, userId, now)
  await tx.sessions.remove(userId, null)
  // A sign-in by the old password, on its way to a session.
  await tx.signInCodes.removeOf(userId)
  await noteActivity(tx, { userId, sessionId: null }, 'password-changed', null, now)
  return ok([userId])
}
