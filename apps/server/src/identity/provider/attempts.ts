import { randomInt } from 'node:crypto'
import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { ok, refused } from '@cardinal/domain'
import type { Store, StoreTransaction } from '../../store/index.ts'
import { hashSecret } from '../secrets.ts'

/** Most attempts of one network within the window: for one e-mail, and for all. */
const MAX_PER_EMAIL_AND_NETWORK = 10
const MAX_PER_NETWORK = 50
/** Attempts for one e-mail, from anywhere, after which each further one is delayed. */
const MAX_PER_EMAIL = 20
const SLOWED_BY_MS = 1_000
const WINDOW_MS = 15 * 60_000
/** Most codes tried for an account within the window, from anywhere. Trying one needs the password. */
const SECOND_STEPS = 10

/**
 * Counts sign-ins (and new accounts) by e-mail and by network. Nobody can lock out another person: a
 * network that guesses is refused, attempts from others are only delayed. The counts are in the store, so
 * they are shared by nodes and survive restarts. E-mails and addresses are hashed, and deleted after the
 * window.
 */
export class Attempts {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /**
   * Counts an attempt before it is made, so that parallel attempts can't exceed the limit. Refused attempts
   * don't count. After `MAX_PER_EMAIL` attempts it is delayed by a second.
   *
   * @param emailKey null: only the network is counted
   * @returns whether the attempt is allowed
   */
  async begin(emailKey: string | null, address: string): Promise<boolean> {
    const network = networkOf(address)
    const begun = await this.#store.transact<number, 'too-many'>(async (tx) => {
      await tx.signInAttempts.removeBefore(this.#now() - WINDOW_MS)
      if ((await this.#add(tx, hashOfNetwork(network))) > MAX_PER_NETWORK) return refused('too-many')
      if (emailKey === null) return ok(0)
      const ofBoth = await this.#add(tx, hashOfBoth(emailKey, network))
      return ofBoth > MAX_PER_EMAIL_AND_NETWORK
        ? refused('too-many')
        : ok(await this.#add(tx, hashOfEmail(emailKey)))
    })
    if (begun.ok && begun.value > MAX_PER_EMAIL) await setTimeout(SLOWED_BY_MS)
    return begun.ok
  }

  /** Counts an attempt at an account's second step; false: too many. */
  async beginSecondStep(accountId: string): Promise<boolean> {
    const begun = await this.#store.transact(async (tx) =>
      ok(await this.#add(tx, hashOfSecondStep(accountId))),
    )
    return begun.ok && begun.value <= SECOND_STEPS
  }

  /** Resets the count after a correct code. */
  async succeedSecondStep(accountId: string): Promise<void> {
    await this.#store.transact(async (tx) => ok(await tx.signInAttempts.remove(hashOfSecondStep(accountId))))
  }

  /** Resets the count after a correct password. */
  async succeed(emailKey: string, address: string): Promise<void> {
    const network = networkOf(address)
    await this.#store.transact(async (tx) => {
      await tx.signInAttempts.remove(hashOfBoth(emailKey, network))
      await tx.signInAttempts.takeBack(hashOfEmail(emailKey))
      return ok(await tx.signInAttempts.takeBack(hashOfNetwork(network)))
    })
  }

  #add(tx: StoreTransaction, hash: string): Promise<number> {
    return tx.signInAttempts.add(hash, this.#now(), this.#now() - WINDOW_MS)
  }
}

export const hashOfEmail = (emailKey: string) => hashSecret(`e-mail ${emailKey}`)

const hashOfSecondStep = (accountId: string) => hashSecret(`second step ${accountId}`)

const hashOfNetwork = (network: string) => hashSecret(`address ${network}`)

const hashOfBoth = (emailKey: string, network: string) => hashSecret(`both ${network} ${emailKey}`)

/** An IPv4 address, or the /64 of an IPv6 address, which is one household's. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address
  const [before = '', after] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? []
  const parts = (text = '') => (text === '' ? [] : text.split(':'))
  const [head, tail] = [parts(before), parts(after)]
  const zeros = after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  const first = [...head, ...zeros, ...tail].slice(0, 4).map((part) => Number.parseInt(part, 16).toString(16))
  return `${first.join(':')}::/64`
}

/** Without characters that look alike. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const LENGTH = 12

/** A one-time code to type: twelve characters (59 bits) in groups of four. */
export function makeOneTimeCode(): string {
  const signs = Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return signs.replace(/.{4}(?=.)/g, '$&-')
}

/** Ignores case, spaces and hyphens of the typed code. */
export function hashOfOneTimeCode(typed: string): string {
  return hashSecret(`code ${typed.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
}
