import { isIP } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { ok, refused } from '@cardinal/domain'
import type { Store, StoreTransaction } from '../../store/index.ts'
import { hashSecret } from '../secrets.ts'

/** Attempts within the window after which a network has to wait: at one e-mail, and at all of them. */
const OF_EMAIL_FROM_NETWORK = 10
const OF_NETWORK = 50
/** Attempts at an e-mail from anywhere, after which each one is slowed down. */
const OF_EMAIL = 20
/** ms */
const SLOWED_BY = 1_000
const WINDOW = 15 * 60_000
/** Codes that may be tried for an account within the window, from wherever: only who knows the password gets so far. */
const SECOND_STEPS = 10

/**
 * Counts attempts to sign in (and new accounts) by e-mail and by network. Nobody can lock another person out: a network
 * that guesses at an e-mail has to wait, and attempts from others are slowed down at most. The count is kept in the
 * store, so that it is one for all nodes and outlives a restart; what is counted is kept as a hash alone, for the window.
 */
export class Attempts {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /**
   * Counts an attempt before it is made: many at once can't be more than are allowed. One that is not allowed
   * does not count. Where many were made at this e-mail, the answer takes a second.
   *
   * @param emailKey null: none is being guessed at
   * @returns whether it may be made
   */
  async begin(emailKey: string | null, address: string): Promise<boolean> {
    const network = networkOf(address)
    const begun = await this.#store.transact<number, 'too-many'>(async (tx) => {
      await tx.signInAttempts.removeBefore(this.#now() - WINDOW)
      if ((await this.#add(tx, hashOfNetwork(network))) > OF_NETWORK) return refused('too-many')
      if (emailKey === null) return ok(0)
      const ofBoth = await this.#add(tx, hashOfBoth(emailKey, network))
      return ofBoth > OF_EMAIL_FROM_NETWORK
        ? refused('too-many')
        : ok(await this.#add(tx, hashOfEmail(emailKey)))
    })
    if (begun.ok && begun.value > OF_EMAIL) await setTimeout(SLOWED_BY)
    return begun.ok
  }

  /** Counts an attempt at the second step of an account; false: there were too many. */
  async beginSecondStep(accountId: string): Promise<boolean> {
    const begun = await this.#store.transact(async (tx) =>
      ok(await this.#add(tx, hashOfSecondStep(accountId))),
    )
    return begun.ok && begun.value <= SECOND_STEPS
  }

  /** Resets the count of the second step, after it was right. */
  async succeedSecondStep(accountId: string): Promise<void> {
    await this.#store.transact(async (tx) => ok(await tx.signInAttempts.remove(hashOfSecondStep(accountId))))
  }

  /** Resets the counts of this network at the e-mail, after the password was right. */
  async succeed(emailKey: string, address: string): Promise<void> {
    const network = networkOf(address)
    await this.#store.transact(async (tx) => {
      await tx.signInAttempts.remove(hashOfBoth(emailKey, network))
      await tx.signInAttempts.takeBack(hashOfEmail(emailKey))
      return ok(await tx.signInAttempts.takeBack(hashOfNetwork(network)))
    })
  }

  #add(tx: StoreTransaction, hash: string): Promise<number> {
    return tx.signInAttempts.add(hash, this.#now(), this.#now() - WINDOW)
  }
}

/** Returns the key under which the attempts at an e-mail are counted. */
export const hashOfEmail = (emailKey: string) => hashSecret(`e-mail ${emailKey}`)

const hashOfSecondStep = (accountId: string) => hashSecret(`second step ${accountId}`)

const hashOfNetwork = (network: string) => hashSecret(`address ${network}`)

const hashOfBoth = (emailKey: string, network: string) => hashSecret(`both ${network} ${emailKey}`)

/** Returns an IPv4 address, or the first half of an IPv6 address: a household has all of the rest. */
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
