import { LIMITS } from '@cardinal/domain'
import { type Trouble, troubleSentence } from '../../session/trouble.ts'
import { nextBatch } from './batching.ts'
import { type HeldBack, HeldBackChanges } from './held-back.ts'
import type { Network, NotNow, RefusedRequest } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { readResults, withRelated } from './settling.ts'
import type { ReplicaStore, StoredEntry } from './store/store.ts'

/** Size of the smallest push on a bad line, in changes. */
const SMALLEST = 20
/** After so many failures in a row, one change may be what a push fails for. */
const PATIENCE = 3
/** Failures that one change may cause: a filter cuts the connection, or the server fails for it. */
const MAY_BE_ONE: ReadonlySet<Trouble['kind']> = new Set(['unreachable', 'silent', 'server-error'])
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
  /** Failures since the last time when nothing was left to send, or since a push came through before `PATIENCE`. */
  #failures = 0
  /** False: the server does not tell its epoch, or a proxy removes it. */
  #isEpochTold = true
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
   *
   * @param epoch the server's; where it is the known one, nothing that was acknowledged is lost. Null: unknown.
   */
  sendAgain(epoch: string | null): Promise<SendOutcome> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, async () => {
      const isKnown = epoch !== null && epoch === (await this.#store.history()).epoch
      if (!isKnown) await this.#repeat(epoch ?? undefined)
      return this.#sendAll()
    })
  }

  /** Lists the changes that are held back, and what needs them, among the rejected ones. */
  stopTrying(): Promise<void> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, async () => {
      const waiting = await this.#store.waiting(EVERY)
      const held = waiting.flatMap((entry) => {
        const trouble = this.#heldBack.troubleOf(entry)
        return trouble === undefined
          ? []
          : [{ entry, reason: troubleSentence(trouble), status: trouble.status ?? 0 }]
      })
      const others = waiting.filter((entry) => this.#heldBack.troubleOf(entry) === undefined)
      const rejected = withRelated(held, others, this.#ports.clock.now())
      await this.#store.settle({ acknowledged: [], rejected })
      this.#heldBack.release(rejected.map(({ entry }) => entry.n))
      await this.#onSettled()
    })
  }

  async #repeat(epoch: string | null | undefined): Promise<void> {
    await this.#store.repeatSent(epoch)
    await this.#store.rejectUnreadable(this.#ports.clock.now())
    await this.#onSettled()
  }

  /**
   * Pushes changes if the server is of the epoch that this device knows. Where the device knows none, it asks
   * first: what was acknowledged may have been lost since, and goes out before anything newer.
   *
   * @returns null: acknowledged changes wait again, and the batch has to be chosen anew
   */
  async #push(batch: readonly StoredEntry[]) {
    const { epoch, isEmpty } = await this.#store.history()
    if (epoch === null && !isEmpty && this.#isEpochTold) {
      const asked = await this.#network.push([], null)
      if (asked.kind !== 'done') return asked.kind === 'resync' ? laterAfter(OTHER_EPOCH) : asked
      this.#isEpochTold = asked.epoch !== null
      if (asked.epoch !== null) {
        await this.#repeat(asked.epoch)
        return null
      }
    }
    const answer = await this.#network.push(
      batch.map(({ key, call }) => ({ key, ...call })),
      epoch,
    )
    if (answer.kind === 'resync') {
      // The server went back to a backup. What it lost goes out before what was done since.
      await this.#repeat(answer.epoch)
      return null
    }
    if (answer.kind === 'done' && epoch === null && answer.epoch !== null)
      await this.#store.repeatSent(answer.epoch)
    return answer
  }

  async #sendAll(): Promise<SendOutcome> {
    let hasSent = false
    let restarts = 0
    const tried = new Set<number>()
    for (;;) {
      const batch = await this.#nextBatch(tried)
      if (batch.length === 0) {
        this.#failures = 0
        return { kind: 'done', hasSent, heldBack: this.#heldBack.state }
      }
      const claimed = await this.#store.claim(batch.map(({ n }) => n))
      if (claimed.length === 0) continue
      const answer = await this.#push(claimed)
      if (answer === null) {
        // Nodes that don't agree on the epoch must not have everything sent for ever.
        if (++restarts > MOST_RESTARTS) return laterAfter(OTHER_EPOCH)
        continue
      }
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
        if (this.#failures < PATIENCE) this.#failures = 0
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
   * change in it, or cut the connection. An older server fails for all of a push. If an empty push passes, smaller
   * ones find that change, and it is held back. A connection that broke off a few times only is a bad line.
   *
   * @returns why nothing more is sent now; null where it goes on
   */
  async #afterFailure(
    claimed: readonly StoredEntry[],
    failure: NotNow & { readonly kind: 'later' },
    tried: Set<number>,
  ): Promise<NotNow | null> {
    const [single] = claimed
    const mayBeOne = MAY_BE_ONE.has(failure.trouble.kind)
    if (mayBeOne) this.#failures++
    const isKnown =
      claimed.length === 1 && single !== undefined && this.#heldBack.troubleOf(single) !== undefined
    const isPatient = mayBeOne && this.#failures < PATIENCE && !isKnown
    if (isPatient || !(mayBeOne || failure.trouble.kind === 'blocked')) {
      this.#most = Math.max(SMALLEST, Math.ceil(this.#most / 2))
      return failure
    }
    const probe = await this.#network.push([], null)
    if (probe.kind === 'signed-out') return probe
    if (probe.kind !== 'done') return failure
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
    const { settlement, mustWait, awaiting, failing } = readResults(
      sent,
      results,
      waiting,
      this.#ports.clock.now(),
    )
    const hold = (entry: StoredEntry, trouble: Trouble) => {
      this.#heldBack.hold(entry, trouble)
      tried.add(entry.n)
    }
    for (const entry of awaiting) hold(entry, { kind: 'awaited', status: null })
    for (const { entry, status } of failing) hold(entry, { kind: 'server-error', status })
    // Other tabs send when they are notified of something settled: where nothing is, two tabs would call on each other for ever.
    if (settlement.acknowledged.length + settlement.rejected.length > 0) {
      await this.#store.settle(settlement)
      await this.#onSettled()
    }
    return mustWait
  }
}

/** How often one run of the sender begins anew, because the server is of another epoch. */
const MOST_RESTARTS = 3
const OTHER_EPOCH: RefusedRequest = { kind: 'refused', status: 410, reason: '' }

/** Returns a refusal of what is only asked: there is nothing to reject, and it may be answered later. */
export function laterAfter({ status }: RefusedRequest): NotNow {
  return { kind: 'later', wait: null, trouble: { kind: 'server-error', status } }
}
