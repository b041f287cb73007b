import { type Id, ok, type Result, refused } from '@cardinal/domain'
import { LaneFull } from '../../lib/waiting.ts'
import type { ProviderAccount, Store, StoreTransaction } from '../../store/index.ts'
import { noteActivity } from '../activity.ts'
import { hashPassword, PASSWORD_MAX, passwordProblem, verifyPassword } from '../passwords.ts'
import { emailKeyOf } from '../users.ts'
import { beginReview } from './access-review.ts'
import { TOO_BUSY } from './accounts.ts'
import { Attempts, hashOfOneTimeCode, makeOneTimeCode, networkOf } from './attempts.ts'
import { EMBEDDED_ISSUER } from './paths.ts'

/** ms for which a code for a new password is valid. */
export const CODE_LIFE_MS = 30 * 60_000
/** ms between two codes by mail. */
const CODE_EVERY_MS = 2 * 60_000
/** Kind of the stored codes; one per account. */
const MODEL = 'PasswordCode'

/** The form for a new password. The present password or a code proves the account. */
interface AskedChange {
  readonly email: string
  readonly proof: string
  readonly password: string
}

interface Changed {
  /** Whether the person must review the account at the next sign-in. */
  readonly isReviewed: boolean
}

export type ChangeErrors = Partial<Record<'email' | 'proof' | 'password' | 'form', string>>

const TOO_MANY = 'Too many attempts. Wait 15 minutes, then try again.'
const WRONG = 'Wrong email, password or code.'

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
   * Sets a new password and ends all sessions. After a code the person must also review the account,
   * because somebody else may know the old password.
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
   * A code for the account with this e-mail, and the account's spelling of the e-mail. Null: no such
   * account, a code was made less than `CODE_EVERY_MS` ago, or too many requests.
   */
  async askForCode(email: string, address: string): Promise<{ code: string; to: string } | null> {
    const emailKey = email.normalize('NFC').trim().toLowerCase()
    if (!(await this.#attempts.begin(`mail ${emailKey}`, address))) return null
    const account = await this.#store.providerAccounts.byEmailKey(emailKey)
    if (account === undefined) return null
    const now = this.#now()
    const made = await this.#store.transact<string, 'too-soon'>(async (tx) => {
      const last = await tx.providerRecords.byId(MODEL, account.id)
      const isSoon = now - ((last?.expires_at ?? 0) - CODE_LIFE_MS) < CODE_EVERY_MS
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
 * Makes a code that sets an account's password once, within half an hour. Earlier codes become invalid.
 * Only its hash is stored.
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
    expires_at: now + CODE_LIFE_MS,
  })
  return code
}

/**
 * Stores a new password and ends the sessions made with the old one. Returns the user.
 *
 * @param isReviewed the old password was not given, so the person must review the account at the next
 *   sign-in
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
  // Codes of sign-ins with the old password that were not exchanged for a session.
  await tx.signInCodes.removeOf(userId)
  await noteActivity(tx, { userId, sessionId: null }, 'password-changed', null, now)
  return ok([userId])
}
