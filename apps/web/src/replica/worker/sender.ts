import { nextBatch } from './batching.ts'
import type { Network } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { readResults } from './settling.ts'
import type { ReplicaStore, StoredEntry } from './store/store.ts'

export type SendOutcome =
  | { readonly kind: 'done'; readonly hasSent: boolean }
  | { readonly kind: 'later'; readonly wait: number | null }
  | { readonly kind: 'signed-out' }

/**
 * Sends what waits, in order, until nothing waits. One tab of a browser at a time: it holds a lock, and
 * marks what it sends before it does.
 */
export class Sender {
  readonly #userId: string
  readonly #store: ReplicaStore
  readonly #network: Network
  readonly #ports: ReplicaPorts
  readonly #onSettled: () => Promise<void>

  constructor(parts: {
    userId: string
    store: ReplicaStore
    network: Network
    ports: ReplicaPorts
    onSettled: () => Promise<void>
  }) {
    this.#userId = parts.userId
    this.#store = parts.store
    this.#network = parts.network
    this.#ports = parts.ports
    this.#onSettled = parts.onSettled
  }

  send(): Promise<SendOutcome> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, () => this.#sendAll())
  }

  async #sendAll(): Promise<SendOutcome> {
    let hasSent = false
    let most: number | undefined
    for (;;) {
      const batch = nextBatch(await this.#store.outbox(), most)
      if (batch.length === 0) return { kind: 'done', hasSent }
      const claimed = await this.#store.claim(batch.map(({ n }) => n))
      if (claimed.length === 0) continue
      const answer = await this.#network.push(claimed.map(({ key, call }) => ({ key, ...call })))
      if (answer.kind === 'later' || answer.kind === 'signed-out') return answer
      hasSent = true
      if (answer.kind === 'done') {
        if (await this.#settle(claimed, answer.results)) return { kind: 'later', wait: null }
        most = undefined
      } else if (claimed.length > 1) {
        // Something in it made the server refuse the whole: smaller pushes find out what.
        most = Math.ceil(claimed.length / 2)
      } else {
        const [culprit] = claimed
        const body = { msg: answer.reason }
        if (culprit !== undefined)
          await this.#settle(claimed, [{ key: culprit.key, status: answer.status, body }])
        most = undefined
      }
    }
  }

  /** @returns whether something of it has to be sent again later */
  async #settle(sent: readonly StoredEntry[], results: Parameters<typeof readResults>[1]): Promise<boolean> {
    const numbers = new Set(sent.map(({ n }) => n))
    const outbox = await this.#store.outbox()
    const waiting = outbox.filter(({ n, ackedSeq }) => !numbers.has(n) && ackedSeq === null)
    const { settlement, mustWait } = readResults(sent, results, waiting, this.#ports.clock.now())
    await this.#store.settle(settlement)
    await this.#onSettled()
    return mustWait
  }
}
