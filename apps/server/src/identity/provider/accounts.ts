import { randomUUID } from 'node:crypto'
import { lengthProblem, ok, type Result, refused } from '@cardinal/domain'
import type { Config } from '../../config.ts'
import { LaneFull } from '../../lib/waiting.ts'
import type { ProviderAccount, Store } from '../../store/index.ts'
import { noteActivity } from '../activity.ts'
import { hashPassword, PASSWORD_MAX, passwordProblem, verifyPassword } from '../passwords.ts'
import { hashSecret } from '../secrets.ts'
import { emailKeyOf } from '../users.ts'
import { Attempts, networkOf } from './attempts.ts'
import { EMBEDDED_ISSUER } from './paths.ts'

/** Errors of a form: a sentence per field, or one for the whole (`form`). */
export type FormErrors = Partial<Record<'name' | 'email' | 'password' | 'form', string>>

interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const TOO_MANY_ATTEMPTS = 'Too many attempts. Wait 15 minutes, then try again.'
const WRONG = 'Wrong email or password.'

/** Accounts of the embedded provider. */
export class Accounts {
  readonly #store: Store
  readonly #signUp: Config['signUp']
  readonly #limitsSignUps: boolean
  readonly #now: () => number
  readonly #attempts: Attempts

  constructor(store: Store, config: Pick<Config, 'signUp' | 'rateLimit'>, now: () => number) {
    this.#store = store
    this.#signUp = config.signUp
    this.#limitsSignUps = config.rateLimit !== null
    this.#now = now
    this.#attempts = new Attempts(store, now)
  }

  /** Whether anybody may create an account after the first one. */
  get staysOpen(): boolean {
    return this.#signUp === 'open'
  }

  /**
   * Whether an account may be created now, and whether it would be the first.
   *
   * @param invitation code of an invitation
   */
  async signUpState(invitation?: string): Promise<{ isOpen: boolean; isFirst: boolean }> {
    const isFirst = (await this.#store.providerAccounts.count()) === 0
    const isOpen = this.staysOpen || (this.#signUp === 'first-only' && isFirst)
    return { isFirst, isOpen: isOpen || (await this.isInvitation(invitation)) }
  }

  async isInvitation(code: string | undefined): Promise<boolean> {
    return code !== undefined && this.#store.invitations.isGood(hashSecret(code), this.#now())
  }

  byId(id: string): Promise<ProviderAccount | undefined> {
    return this.#store.providerAccounts.byId(id)
  }

  /**
   * The account of an e-mail and password. An unknown e-mail takes as long as a wrong password and gets the same answer, so
   * that nobody learns who has an account.
   *
   * @param address where the attempt comes from
   */
  async signIn(
    email: string,
    password: string,
    address: string,
  ): Promise<Result<ProviderAccount, FormErrors>> {
    const errors: FormErrors = {}
    if (email.trim() === '') errors.email = 'Enter your email.'
    if (password === '') errors.password = 'Enter your password.'
    if (Object.keys(errors).length > 0) return refused(errors)
    const emailKey = emailKeyOf(email)
    if (!(await this.#attempts.begin(emailKey, address))) return refused({ form: TOO_MANY_ATTEMPTS })
    const account = await this.#store.providerAccounts.byEmailKey(emailKey)
    const isRight = await inTurn(() =>
      verifyPassword(password.slice(0, PASSWORD_MAX), account?.password_hash ?? null, networkOf(address)),
    )
    if (isRight === BUSY) return refused({ form: TOO_BUSY })
    if (account === undefined || !isRight) {
      await this.#noteFailure(account?.id ?? '')
      return refused({ form: WRONG })
    }
    await this.#attempts.succeed(emailKey, address)
    return ok(account)
  }

  /** Always reads the user, so that the time reveals nothing. */
  async #noteFailure(accountId: string): Promise<void> {
    await this.#store.transact(async (tx) => {
      const userId = await tx.identities.userId(EMBEDDED_ISSUER, accountId)
      if (userId === undefined) return ok(null)
      await noteActivity(tx, { userId, sessionId: null }, 'sign-in-failed', null, this.#now())
      return ok(null)
    })
  }

  /** Creates an account, if sign-up or an invitation allows it. Deletes the invitation. */
  async create(
    asked: NewAccount,
    address: string,
    invitation?: string,
  ): Promise<Result<ProviderAccount, FormErrors>> {
    const errors = await checkNewAccount(asked)
    if (Object.keys(errors).length > 0) return refused(errors)
    // Wrong passwords are counted even without a rate limit; new accounts are not.
    if (this.#limitsSignUps && !(await this.#attempts.begin(null, address)))
      return refused({ form: TOO_MANY_ATTEMPTS })
    if (!(await this.signUpState(invitation)).isOpen) return refused({ form: SIGN_UP_CLOSED })
    const hash = await inTurn(() => hashPassword(asked.password, networkOf(address)))
    if (hash === BUSY) return refused({ form: TOO_BUSY })
    const account = this.#newRow(asked, hash)
    return this.#store.transact<ProviderAccount, FormErrors>(async (tx) => {
      const isFirst = this.#signUp === 'first-only' && (await tx.providerAccounts.count()) === 0
      const isInvited = async () =>
        invitation !== undefined && tx.invitations.take(hashSecret(invitation), this.#now())
      if (!this.staysOpen && !isFirst && !(await isInvited())) return refused({ form: SIGN_UP_CLOSED })
      return (await tx.providerAccounts.insert(account)) ? ok(account) : refused({ email: EMAIL_TAKEN })
    })
  }

  #newRow({ name, email }: NewAccount, passwordHash: string): ProviderAccount {
    return {
      id: randomUUID(),
      email: email.trim(),
      email_key: emailKeyOf(email),
      name: name.replace(/\s+/g, ' ').trim(),
      password_hash: passwordHash,
      created_at: this.#now(),
    }
  }
}

const EMAIL_TAKEN = 'There is an account with this email. Sign in instead.'
const SIGN_UP_CLOSED = 'New accounts are made by the operator of this server.'

const BUSY = Symbol('busy')
export const TOO_BUSY = 'Too many people sign in just now. Try again in a moment.'

/** Runs work that waits for password hashing; `BUSY` if too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T | typeof BUSY> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LaneFull) return BUSY
    throw error
  }
}

/** Empty: valid. */
async function checkNewAccount({ name, email, password }: NewAccount): Promise<FormErrors> {
  const errors: FormErrors = {}
  const wrongName = name.trim() === '' ? 'Enter your name.' : lengthProblem('A name', name, 200)
  if (wrongName !== null) errors.name = wrongName
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim()) || email.length > 254) errors.email = 'Enter an email address.'
  const wrongPassword = await passwordProblem(password, { name, email })
  if (wrongPassword !== null) errors.password = wrongPassword
  return errors
}
