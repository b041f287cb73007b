import { randomUUID } from 'node:crypto'
import { lengthProblem, ok, type Result, refused } from '@cardinal/domain'
import type { Config } from '../../config.ts'
import type { ProviderAccount, Store } from '../../store/index.ts'
import { passwordProblem } from '../password-rules.ts'
import { hashPassword, PASSWORD_MAX, verifyPassword } from '../passwords.ts'
import { Attempts } from './attempts.ts'

/** What is wrong with a form: a sentence at each field, or one for the whole (`form`). */
export type FormErrors = Partial<Record<'name' | 'email' | 'password' | 'form', string>>

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

export const TOO_MANY_ATTEMPTS = 'Too many attempts. Wait 15 minutes, then try again.'
const WRONG = 'This e-mail and password do not go together.'

/** The accounts of the embedded provider. */
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

  /** Whether anybody may make an account now, and whether it would be the very first. */
  async signUpState(): Promise<{ isOpen: boolean; isFirst: boolean }> {
    const isFirst = (await this.#store.providerAccounts.count()) === 0
    return { isFirst, isOpen: this.#signUp === 'open' || (this.#signUp === 'first-only' && isFirst) }
  }

  byId(id: string): Promise<ProviderAccount | undefined> {
    return this.#store.providerAccounts.byId(id)
  }

  /**
   * The account that e-mail and password open. An unknown e-mail takes as long as a wrong password and gets
   * the same answer, so that nobody learns from it who has an account here.
   *
   * @param address where the attempt comes from
   */
  async signIn(
    email: string,
    password: string,
    address: string,
  ): Promise<Result<ProviderAccount, FormErrors>> {
    const errors: FormErrors = {}
    if (email.trim() === '') errors.email = 'Enter your e-mail.'
    if (password === '') errors.password = 'Enter your password.'
    if (Object.keys(errors).length > 0) return refused(errors)
    const emailKey = emailKeyOf(email)
    if (!(await this.#attempts.begin(emailKey, address))) return refused({ form: TOO_MANY_ATTEMPTS })
    const account = await this.#store.providerAccounts.byEmailKey(emailKey)
    const isRight = await verifyPassword(password.slice(0, PASSWORD_MAX), account?.password_hash ?? null)
    if (account === undefined || !isRight) return refused({ form: WRONG })
    await this.#attempts.succeed(emailKey, address)
    return ok(account)
  }

  /** Makes an account, where sign-up allows one. */
  async create(asked: NewAccount, address: string): Promise<Result<ProviderAccount, FormErrors>> {
    const errors = await checkNewAccount(asked)
    if (Object.keys(errors).length > 0) return refused(errors)
    // Wrong passwords are counted even where requests are not limited; new accounts are not.
    if (this.#limitsSignUps && !(await this.#attempts.begin(null, address)))
      return refused({ form: TOO_MANY_ATTEMPTS })
    if (!(await this.signUpState()).isOpen) return refused({ form: SIGN_UP_CLOSED })
    const account = await this.#newRow(asked)
    return this.#store.transact<ProviderAccount, FormErrors>(async (tx) => {
      const isFirst = (await tx.providerAccounts.count()) === 0
      if (this.#signUp === 'first-only' && !isFirst) return refused({ form: SIGN_UP_CLOSED })
      return (await tx.providerAccounts.insert(account)) ? ok(account) : refused({ email: EMAIL_TAKEN })
    })
  }

  async #newRow({ name, email, password }: NewAccount): Promise<ProviderAccount> {
    return {
      id: randomUUID(),
      email: email.trim(),
      email_key: emailKeyOf(email),
      name: name.replace(/\s+/g, ' ').trim(),
      password_hash: await hashPassword(password),
      created_at: this.#now(),
    }
  }
}

const EMAIL_TAKEN = 'There is an account with this e-mail. Sign in instead.'
const SIGN_UP_CLOSED = 'New accounts are made by the operator of this server.'

/** E-mail addresses that differ in upper and lower case alone are one. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** The rules for a new account; an empty answer means that all is well. */
async function checkNewAccount({ name, email, password }: NewAccount): Promise<FormErrors> {
  const errors: FormErrors = {}
  const wrongName = name.trim() === '' ? 'Enter your name.' : lengthProblem('A name', name, 200)
  if (wrongName !== null) errors.name = wrongName
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim()) || email.length > 254) errors.email = 'Enter an e-mail address.'
  const wrongPassword = await passwordProblem(password, { name, email })
  if (wrongPassword !== null) errors.password = wrongPassword
  return errors
}
