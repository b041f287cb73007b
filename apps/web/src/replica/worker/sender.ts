import { LIMITS } from '@cardinal/domain'
import { type Trouble, troubleSentence } from '../../session/trouble.ts'
import { nextBatch } from './batching.ts'
import { type Blocked, BlockedChanges } from './blocked-changes.ts'
import type { Network, NotNow, RefusedRequest } from './network.ts'
import type { ReplicaPorts } from './ports.ts'
import { readResults, withRelated } from './settling.ts'
import type { ReplicaStore, StoredEntry } from './store/store.ts'

/** Changes in the smallest push on a bad connection. */
const SMALLEST = 20
/** Consecutive failures after which a single change may be the cause. */
const FAILURES_BEFORE_SUSPICION = 3
/** Failures that a single change can cause: a filter breaks the connection, or the server fails for it. */
const MAY_BE_ONE: ReadonlySet<Trouble['kind']> = new Set(['unreachable', 'silent', 'server-error'])
const ALL_ENTRIES = 2 ** 32 - 1

export type SendOutcome =
  /** No changes are pending except blocked ones. */
  { readonly kind: 'done'; readonly hasSent: boolean; readonly blocked: Blocked | null } | NotNow

/**
 * Sends pending changes in order until there are none. Only one tab of a browser sends: it holds a lock, and
 * marks entries as sent before sending them.
 */
export class Sender {
  readonly #userId: string
  readonly #store: ReplicaStore
  readonly #network: Network
  readonly #ports: ReplicaPorts
  readonly #onSettled: () => Promise<void>
  /** Most changes in the next push. Fewer after a failure, so that a slow connection makes progress. */
  #most: number = LIMITS.pushedCalls
  /**
   * Failures since the outbox was empty, or since a push succeeded with fewer than `FAILURES_BEFORE_SUSPICION`
   * failures.
   */
  #failures = 0
  /** False: the server sends no epoch, or a proxy removes it. */
  #isEpochTold = true
  readonly #blocked = new BlockedChanges()

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
   * Sends all stored acknowledged entries again, under their old keys, before pending ones. Waits for a running
   * push, whose answer would remove the entries again.
   *
   * @param epoch of the server; if it is the known one, no acknowledged change is lost. Null: unknown
   */
  sendAgain(epoch: string | null): Promise<SendOutcome> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, async () => {
      const isKnown = epoch !== null && epoch === (await this.#store.history()).epoch
      if (!isKnown) await this.#repeat(epoch ?? undefined)
      return this.#sendAll()
    })
  }

  /** Rejects blocked changes, and the pending changes that depend on them. */
  stopTrying(): Promise<void> {
    return this.#ports.locks.hold(`cardinal-send-${this.#userId}`, async () => {
      const waiting = await this.#store.waiting(ALL_ENTRIES)
      const held = waiting.flatMap((entry) => {
        const trouble = this.#blocked.troubleOf(entry)
        return trouble === undefined
          ? []
          : [{ entry, reason: troubleSentence(trouble), status: trouble.status ?? 0 }]
      })
      const others = waiting.filter((entry) => this.#blocked.troubleOf(entry) === undefined)
      const rejected = withRelated(held, others, this.#ports.clock.now())
      await this.#store.settle({ acknowledged: [], rejected })
      this.#blocked.release(rejected.map(({ entry }) => entry.n))
      await this.#onSettled()
    })
  }

  async #repeat(epoch: string | null | undefined): Promise<void> {
    await this.#store.repeatSent(epoch)
    await this.#store.rejectUnreadable(this.#ports.clock.now())
    await this.#onSettled()
  }

  /**
   * Pushes changes if the server's history is the one that this device knows. If the device knows none, it asks
   * first: acknowledged changes may have been lost, and must be sent before newer ones.
   *
   * @returns null: acknowledged changes are pending again, so choose the batch anew
   */
  async #push(batch: readonly StoredEntry[]) {
    const history = await this.#store.history()
    const { epoch, isEmpty } = history
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
      history,
    )
    if (answer.kind === 'resync') {
      // The server was restored from a backup, or its file was replaced by a copy. What it lost must be sent before
      // newer changes.
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
        return { kind: 'done', hasSent, blocked: this.#blocked.state }
      }
      const claimed = await this.#store.claim(batch.map(({ n }) => n))
      if (claimed.length === 0) continue
      const answer = await this.#push(claimed)
      if (answer === null) {
        // If nodes disagree on the epoch, this must not repeat forever.
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
      this.#blocked.release(claimed.map(({ n }) => n))
      if (answer.kind === 'done') {
        if (await this.#settle(claimed, answer.results, tried))
          return { kind: 'later', wait: null, trouble: { kind: 'busy', status: null } }
        this.#most = Math.min(LIMITS.pushedCalls, this.#most * 2)
        if (this.#failures < FAILURES_BEFORE_SUSPICION) this.#failures = 0
      } else if (claimed.length > 1) {
        // Because of one change the server refuses the whole push. Smaller pushes find it.
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

  /** The next batch, in order, without blocked changes. If only blocked changes are pending, these one at a time. */
  async #nextBatch(tried: Set<number>): Promise<readonly StoredEntry[]> {
    if (this.#blocked.isEmpty) return nextBatch(await this.#store.waiting(this.#most))
    const waiting = await this.#store.waiting(ALL_ENTRIES)
    this.#blocked.keepOnly(waiting)
    const batch = nextBatch(this.#blocked.free(waiting).slice(0, this.#most))
    if (batch.length > 0) return batch
    const again = this.#blocked.next(waiting, tried)
    if (again === undefined) return []
    tried.add(again.n)
    return [again]
  }

  /**
   * Finds the change that makes a push fail. A proxy, such as a content filter, may refuse a push or break the
   * connection because of one change; an older server fails for the whole push. If an empty push succeeds,
   * smaller pushes find that change, and it is blocked. A connection that broke only a few times may just be bad.
   *
   * @returns why to stop for now; null: continue
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
      claimed.length === 1 && single !== undefined && this.#blocked.troubleOf(single) !== undefined
    const isPatient = mayBeOne && this.#failures < FAILURES_BEFORE_SUSPICION && !isKnown
    if (isPatient || !(mayBeOne || failure.trouble.kind === 'blocked')) {
      this.#most = Math.max(SMALLEST, Math.ceil(this.#most / 2))
      return failure
    }
    const probe = await this.#network.push([], null)
    if (probe.kind === 'signed-out') return probe
    if (probe.kind !== 'done') return failure
    if (claimed.length > 1) this.#most = Math.ceil(claimed.length / 2)
    else if (single !== undefined) {
      this.#blocked.hold(single, failure.trouble)
      tried.add(single.n)
      this.#most = LIMITS.pushedCalls
    }
    return null
  }

  /** @returns whether some entries must be sent again later */
  async #settle(
    sent: readonly StoredEntry[],
    results: Parameters<typeof readResults>[1],
    tried: Set<number>,
  ): Promise<boolean> {
    const numbers = new Set(sent.map(({ n }) => n))
    const waiting = results.some(({ status }) => status !== 200)
      ? (await this.#store.waiting(ALL_ENTRIES)).filter(({ n }) => !numbers.has(n))
      : []
    const { settlement, mustWait, awaiting, failing } = readResults(
      sent,
      results,
      waiting,
      this.#ports.clock.now(),
    )
    const hold = (entry: StoredEntry, trouble: Trouble) => {
      this.#blocked.hold(entry, trouble)
      tried.add(entry.n)
    }
    for (const entry of awaiting) hold(entry, { kind: 'awaited', status: null })
    for (const { entry, status } of failing) hold(entry, { kind: 'server-error', status })
    // Other tabs send when they are told of a settlement. Telling them without one would make two tabs tell each
    // other forever.
    if (settlement.acknowledged.length + settlement.rejected.length > 0) {
      await this.#store.settle(settlement)
      await this.#onSettled()
    }
    return mustWait
  }
}

/** Most times that a run of the sender starts over because the server has another epoch. */
const MOST_RESTARTS = 3
const OTHER_EPOCH: RefusedRequest = { kind: 'refused', status: 410, reason: '' }

/** A refused question rejects no change, and may succeed later. */
export function laterAfter({ status }: RefusedRequest): NotNow {
  return { kind: 'later', wait: null, trouble: { kind: 'server-error', status } }
}
