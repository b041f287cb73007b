// Not the global `setImmediate`, which tests replace.
import { setImmediate } from 'node:timers'
import type { Id } from '@cardinal/domain'

/**
 * Callers that wait for another turn of the event loop, in order: statements of the database, and jobs that
 * yielded.
 */
const statements: (() => void)[] = []
const jobs: (() => void)[] = []

/** ms after which a turn of the event loop counts as long. */
const LONG_TURN_MS = 10
/** ms without a resumed caller after which one is resumed even in a long turn. */
const LONGEST_WAIT_MS = 100
/** When the present turn was first measured; null: not yet. */
let turnSince: number | null = null
let resumedAt = 0

/**
 * Lets pending events, such as requests, run first. Node runs all immediates in one turn: ten jobs of 15 ms
 * each would block it for 150 ms. So further jobs are resumed only while the turn is short.
 */
export const yieldToEventLoop = (): Promise<void> => waitFor(jobs)

/**
 * Waits until the turn of the event loop is short. Its callers are resumed before those of
 * `yieldToEventLoop`, because a request waits here before each of its statements.
 */
export const shortTurn = (): Promise<void> => waitFor(statements)

function waitFor(list: (() => void)[]): Promise<void> {
  return new Promise((resume) => {
    list.push(resume)
    setImmediate(resumeNext)
  })
}

function resumeNext(): void {
  const now = performance.now()
  if (isTurnLong() && now - resumedAt < LONGEST_WAIT_MS) {
    setImmediate(resumeNext)
    return
  }
  resumedAt = now
  const next = statements.shift() ?? jobs.shift()
  next?.()
}

/** Whether the present turn of the event loop is long. It is measured from the first call in the turn. */
export function isTurnLong(): boolean {
  const now = performance.now()
  if (turnSince !== null) return now - turnSince > LONG_TURN_MS
  turnSince = now
  setImmediate(() => {
    turnSince = null
  })
  return false
}

/** Work was not done within its time limit. */
export class CutOff extends Error {}

/**
 * The result of `work`, or a rejection at the timeout. Libraries of network protocols limit single steps
 * only, so a server that sends one byte now and then would hold them forever.
 *
 * @param within ms
 * @param stop stops the work after the timeout
 * @throws CutOff, or the error of `work`
 */
export async function inTime<Answer>(
  work: Promise<Answer>,
  within: number,
  stop: () => void = () => undefined,
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      stop()
      fail(new CutOff(`There was no answer within ${within / 1_000} s.`))
    }, within)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

export class LaneFull extends Error {}

/**
 * Runs one job at a time, round-robin between lanes. A lane with many jobs delays only itself: the next job
 * of another lane waits for at most one job of each lane.
 */
export class Lanes {
  readonly #perLane: number
  readonly #inAll: number
  /** In round-robin order. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0
  #isBusy = false

  /**
   * @param perLane jobs that may wait in one lane
   * @param inAll jobs that may wait in all lanes together
   */
  constructor(perLane: number, inAll: number) {
    this.#perLane = perLane
    this.#inAll = inAll
  }

  /** @throws LaneFull when too many jobs wait */
  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#isBusy) await this.#turnOf(lane)
    this.#isBusy = true
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #turnOf(lane: string): Promise<void> {
    const others = this.#waiting.get(lane) ?? []
    if (others.length >= this.#perLane || this.#count >= this.#inAll) throw new LaneFull()
    this.#count++
    return new Promise((resolve) => this.#waiting.set(lane, [...others, resolve]))
  }

  /**
   * Moves the lane to the end of the order. `#isBusy` stays true between two jobs, so that no other job
   * starts.
   */
  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#isBusy = false
      return
    }
    const [lane, [start, ...rest]] = first
    this.#waiting.delete(lane)
    if (rest.length > 0) this.#waiting.set(lane, rest)
    this.#count--
    start?.()
  }
}

/**
 * Limits the jobs that run at once on this node, in total and per person. The person with the fewest
 * running jobs comes next, then the one whose last job started earliest. So nobody waits for another
 * person's whole queue.
 */
export class Places {
  readonly #atOnce: number
  readonly #perPerson: number
  readonly #running = new Map<Id, number>()
  readonly #jobs = new Set<Promise<void>>()
  /** By person, the number of the job started last. */
  readonly #served = new Map<Id, number>()
  #count = 0

  constructor(atOnce: number, perPerson: number) {
    this.#atOnce = atOnce
    this.#perPerson = perPerson
  }

  get running(): number {
    return this.#jobs.size
  }

  /** People with as many running jobs as one person may have. */
  get busy(): Id[] {
    return [...this.#running].filter(([, jobs]) => jobs >= this.#perPerson).map(([person]) => person)
  }

  /** The waiting people who may start a job now, in order. */
  inTurn(waiting: Iterable<Id>): Id[] {
    const people = new Set(waiting)
    for (const person of this.#served.keys()) if (!people.has(person)) this.#served.delete(person)
    if (this.#jobs.size >= this.#atOnce) return []
    const rank = (person: Id) =>
      (this.#running.get(person) ?? 0) * this.#count + (this.#served.get(person) ?? 0)
    return [...people]
      .filter((person) => (this.#running.get(person) ?? 0) < this.#perPerson)
      .sort((a, b) => rank(a) - rank(b))
  }

  /**
   * Starts a job of a person.
   *
   * @param work must not reject
   */
  run(person: Id, work: () => Promise<void>): void {
    this.#served.set(person, ++this.#count)
    this.#running.set(person, (this.#running.get(person) ?? 0) + 1)
    const running: Promise<void> = work().finally(() => {
      this.#jobs.delete(running)
      const left = (this.#running.get(person) ?? 1) - 1
      if (left > 0) this.#running.set(person, left)
      else this.#running.delete(person)
    })
    this.#jobs.add(running)
  }

  /** Resolves when a running job ends. */
  async oneOver(): Promise<void> {
    await Promise.race(this.#jobs)
  }

  async settled(): Promise<void> {
    await Promise.all(this.#jobs)
  }
}
