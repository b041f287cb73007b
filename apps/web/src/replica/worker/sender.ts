import { LIMITS } from '@cardinal/domain'
import { nextBatch } from './batching.ts'
import { type HeldBack, HeldBackChanges } from './held-back.ts'
import type { Network, NotNow, RefusedRequest } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { readResults } from './settling.ts'
import type { ReplicaStore, StoredEntry } from './store/store.ts'

/** Size of the smallest push on a bad line, in changes. */
const SMALLEST = 20
const EVERY = 2 ** 32 - 1

export type SendOutcome =
  /** Nothing is pending except held-back changes. */
  { readonly kind: 'done'; readonly hasSent: boolean; readonly heldBack: HeldBack | null } | NotNow

/**
 * Sends pending changes in order until there are none. One tab of a browser at a time: it holds a lock, and marks
 * entries as sent before it sends them.
 */
export class Sender {
  readonly #userId: string
  readonly #store: ReplicaStore
  readonly #network: Network
  readonly #ports: ReplicaPorts
  readonly #onSettled: () => Promise<void>
  /** Changes in the next push: fewer after a failure, so that a slow line makes progress. */
  #most: number = LIMITS.pushedCalls
  readonly #heldBack = new HeldBackChanges()

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

  /**
   * Sends all acknowledged entries that are still known again, under their old keys, before pending ones. Waits for a
   * running push, whose answer would remove the entries again.
   */
  sendAgain(): Promise<SendOutcome> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, async () => {
      await this.#store.repeatSent()
      await this.#store.rejectUnreadable(this.#ports.clock.now())
      await this.#onSettled()
      return this.#sendAll()
    })
  }

  async #sendAll(): Promise<SendOutcome> {
    let hasSent = false
    const tried = new Set<number>()
    for (;;) {
      const batch = await this.#nextBatch(tried)
      if (batch.length === 0) return { kind: 'done', hasSent, heldBack: this.#heldBack.state }
      const claimed = await this.#store.claim(batch.map(({ n }) => n))
      if (claimed.length === 0) continue
      const answer = await this.#network.push(claimed.map(({ key, call }) => ({ key, ...call })))
      if (answer.kind === 'signed-out') return answer
      if (answer.kind === 'later') {
        const failure = await this.#afterFailure(claimed, answer, tried)
        if (failure !== null) return failure
        continue
      }
      hasSent = true
      this.#heldBack.release(claimed.map(({ n }) => n))
      if (answer.kind === 'done') {
        if (await this.#settle(claimed, answer.results, tried))
          return { kind: 'later', wait: null, trouble: { kind: 'busy', status: null } }
        this.#most = Math.min(LIMITS.pushedCalls, this.#most * 2)
      } else if (claimed.length > 1) {
        // One change made the server refuse the whole push: smaller pushes find it.
        this.#most = Math.ceil(claimed.length / 2)
      } else {
        const [culprit] = claimed
        const body = { msg: answer.reason }
        if (culprit !== undefined)
          await this.#settle(claimed, [{ key: culprit.key, status: answer.status, body }], tried)
        this.#most = LIMITS.pushedCalls
      }
    }
  }

  /**
   * Resolves with what goes out next: in order, past what is held back; and when nothing else waits, that, one by one.
   */
  async #nextBatch(tried: Set<number>): Promise<readonly StoredEntry[]> {
    if (this.#heldBack.isEmpty) return nextBatch(await this.#store.waiting(this.#most))
    const waiting = await this.#store.waiting(EVERY)
    this.#heldBack.keepOnly(waiting)
    const batch = nextBatch(this.#heldBack.free(waiting).slice(0, this.#most))
    if (batch.length > 0) return batch
    const again = this.#heldBack.next(waiting, tried)
    if (again === undefined) return []
    tried.add(again.n)
    return [again]
  }

  /**
   * Looks for the change that a push fails for. A proxy, such as a filter for texts, may refuse a push because of one
   * change in it. If an empty push passes, smaller ones find that change, and it is held back.
   *
   * @returns why nothing more is sent now; null where it goes on
   */
  async #afterFailure(
    claimed: readonly StoredEntry[],
    failure: NotNow & { readonly kind: 'later' },
    tried: Set<number>,
  ): Promise<NotNow | null> {
    if (failure.trouble.kind !== 'blocked') {
      this.#most = Math.max(SMALLEST, Math.ceil(this.#most / 2))
      return failure
    }
    const probe = await this.#network.push([])
    if (probe.kind === 'signed-out') return probe
    if (probe.kind !== 'done') return failure
    const [single] = claimed
    if (claimed.length > 1) this.#most = Math.ceil(claimed.length / 2)
    else if (single !== undefined) {
      this.#heldBack.hold(single, failure.trouble)
      tried.add(single.n)
      this.#most = LIMITS.pushedCalls
    }
    return null
  }

  /** @returns whether something of it has to be sent again later */
  async #settle(
    sent: readonly StoredEntry[],
    results: Parameters<typeof readResults>[1],
    tried: Set<number>,
  ): Promise<boolean> {
    const numbers = new Set(sent.map(({ n }) => n))
    const waiting = results.some(({ status }) => status !== 200)
      ? (await this.#store.waiting(EVERY)).filter(({ n }) => !numbers.has(n))
      : []
    const { settlement, mustWait, awaiting } = readResults(sent, results, waiting, this.#ports.clock.now())
    for (const entry of awaiting) {
      this.#heldBack.hold(entry, { kind: 'awaited', status: null })
      tried.add(entry.n)
    }
    // Other tabs send when they are notified of something settled: where nothing is, two tabs would call on each other for ever.
    if (settlement.acknowledged.length + settlement.rejected.length > 0) {
      await this.#store.settle(settlement)
      await this.#onSettled()
    }
    return mustWait
  }
}

/** Returns a refusal of what is only asked: there is nothing to reject, and it may be answered later. */
export function laterAfter({ status }: RefusedRequest): NotNow {
  return { kind: 'later', wait: null, trouble: { kind: 'server-error', status } }
}
