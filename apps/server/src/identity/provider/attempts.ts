import { ok, refused } from '@cardinal/domain'
import type { Store, StoreTransaction } from '../../store/index.ts'
import { hashSecret } from '../secrets.ts'

/** Attempts within the window after which an e-mail has to wait, and after which an address has to. */
const OF_EMAIL = 10
const OF_ADDRESS = 50
const WINDOW = 15 * 60_000

/**
 * Counts attempts to sign in (and new accounts), by e-mail and by address. The count is kept in the store, so that
 * it is one for all nodes and outlives a restart; what is counted is kept as a hash alone, for the window.
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
   * does not count.
   *
   * @param emailKey null: none is being guessed at
   * @returns whether it may be made
   */
  async begin(emailKey: string | null, address: string): Promise<boolean> {
    const begun = await this.#store.transact<null, 'too-many'>(async (tx) => {
      await tx.signInAttempts.removeBefore(this.#now() - WINDOW)
      const ofEmail = emailKey === null ? 0 : await this.#add(tx, hashOfEmail(emailKey))
      const isAllowed = ofEmail <= OF_EMAIL && (await this.#add(tx, hashOfAddress(address))) <= OF_ADDRESS
      return isAllowed ? ok(null) : refused('too-many')
    })
    return begun.ok
  }

  /** The password was right: the e-mail's count begins anew, and the address is none the worse. */
  async succeed(emailKey: string, address: string): Promise<void> {
    await this.#store.transact(async (tx) => {
      await tx.signInAttempts.remove(hashOfEmail(emailKey))
      return ok(await tx.signInAttempts.takeBack(hashOfAddress(address)))
    })
  }

  #add(tx: StoreTransaction, hash: string): Promise<number> {
    return tx.signInAttempts.add(hash, this.#now(), this.#now() - WINDOW)
  }
}

/** Under which the attempts at an e-mail are counted. */
export const hashOfEmail = (emailKey: string) => hashSecret(`e-mail ${emailKey}`)

const hashOfAddress = (address: string) => hashSecret(`address ${address}`)
