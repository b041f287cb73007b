import type { ServerResponse } from 'node:http'
import type { Failure } from '@cardinal/contract'
import { type Result, refused } from '@cardinal/domain'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'
import { FAILURES, HttpFailure } from './failures.ts'

/** How many long answers may be sent to one person at once, wait for one person, and be sent to all people. */
const MAX_PER_PERSON = 2
const MAX_WAITING_PER_PERSON = 20
const MAX_ANSWERS = 16
/** How many long answers may wait, for all people together. */
const MAX_WAITING = 300
/** Seconds after which a refused client may retry. */
const RETRY_AFTER_SECONDS = 10
/** ms after which an unfinished answer counts as slow and no longer takes a place. */
export const SLOW_AFTER_MS = 3_000
/** Most slow answers for all people. One more ends the slowest. */
export const MOST_SLOW = 48
/** ms without progress after which a client's answer is ended. */
const STALLED_AFTER_MS = 120_000
/** ms of writing before other requests get a turn. */
const LONGEST_SLICE_MS = 10

interface LongAnswer {
  /** Adds to the characters that the client has read. */
  took(characters: number): void
  leave(): void
}

interface Slow {
  /** ms since the start of the process. */
  readonly begun: number
  taken: number
  readonly cutOff: () => void
}

/**
 * Limits long answers: loads of a workspace, exports, lists of all tags. Each holds rows in memory until
 * the client has read them. Places are given round-robin between people. A slow reader keeps its place for
 * `SLOW_AFTER_MS` only.
 */
export class LongAnswers {
  /** Answers of each person, slow ones included. */
  readonly #running = new Map<string, number>()
  readonly #slow = new Set<Slow>()
  /** Queues in round-robin order. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #quickCount = 0
  #waitingCount = 0

  /**
   * Waits for a place.
   *
   * @param lane a user's id
   * @param cutOff ends this answer when there are more than `MOST_SLOW` and it is the slowest
   * @throws HttpFailure 429 when too many answers of this person wait, 503 when too many of all people do
   */
  async enter(lane: string, cutOff: () => void): Promise<LongAnswer> {
    if (this.#waitingCount >= MAX_WAITING) throw new HttpFailure(FAILURES.overloaded, RETRY_AFTER_SECONDS)
    const own = this.#waiting.get(lane) ?? []
    if (own.length >= MAX_WAITING_PER_PERSON)
      throw new HttpFailure(FAILURES.tooManyLongAnswers, RETRY_AFTER_SECONDS)
    if (own.length === 0 && this.#mayStart(lane)) this.#start(lane)
    else {
      this.#waitingCount++
      await new Promise<void>((resolve) => this.#waiting.set(lane, [...own, resolve]))
    }
    const answer: Slow = { begun: performance.now(), taken: 0, cutOff }
    const timer = setTimeout(() => this.#goOnSlowly(answer), SLOW_AFTER_MS).unref()
    let isFree = false
    return {
      took: (characters) => {
        answer.taken += characters
      },
      leave: () => {
        if (isFree) return
        isFree = true
        clearTimeout(timer)
        if (!this.#slow.delete(answer)) this.#quickCount--
        const left = (this.#running.get(lane) ?? 1) - 1
        if (left === 0) this.#running.delete(lane)
        else this.#running.set(lane, left)
        this.#startNext()
      },
    }
  }

  #goOnSlowly(answer: Slow): void {
    this.#quickCount--
    this.#slow.add(answer)
    if (this.#slow.size > MOST_SLOW) {
      const now = performance.now()
      const rate = ({ taken, begun }: Slow) => taken / (now - begun)
      const slowest = [...this.#slow].reduce((a, b) => (rate(b) < rate(a) ? b : a))
      slowest.cutOff()
    }
    this.#startNext()
  }

  #mayStart(lane: string): boolean {
    return this.#quickCount < MAX_ANSWERS && (this.#running.get(lane) ?? 0) < MAX_PER_PERSON
  }

  #start(lane: string): void {
    this.#quickCount++
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1)
  }

  #startNext(): void {
    for (const [next, [start, ...rest]] of this.#waiting) {
      if (start === undefined || !this.#mayStart(next)) continue
      this.#waiting.delete(next)
      // Move the person to the end of the queue.
      if (rest.length > 0) this.#waiting.set(next, rest)
      this.#waitingCount--
      this.#start(next)
      start()
      return
    }
  }
}

const longAnswers = new LongAnswers()

/**
 * Waits for a place, which is freed when the response closes. Resolves with the chunks. They end the
 * response when the client stops reading. Null: the client has left.
 */
export async function inPlace<Piece extends string | Buffer>(
  lane: string,
  response: ServerResponse,
  pieces: AsyncIterable<Piece>,
): Promise<AsyncIterable<Piece> | null> {
  const answer = await longAnswers.enter(lane, () => response.destroy())
  if (response.destroyed) {
    answer.leave()
    return null
  }
  const stalled = setTimeout(() => response.destroy(), STALLED_AFTER_MS).unref()
  response.once('close', () => {
    clearTimeout(stalled)
    answer.leave()
  })
  return taken(pieces, answer, stalled)
}

/** Yields to the event loop between chunks, and counts each chunk once the client has read it. */
async function* taken<Piece extends string | Buffer>(
  pieces: AsyncIterable<Piece>,
  answer: LongAnswer,
  stalled: NodeJS.Timeout,
): AsyncGenerator<Piece> {
  let turn = performance.now() + LONGEST_SLICE_MS
  for await (const piece of pieces) {
    if (performance.now() > turn) {
      await yieldToEventLoop()
      turn = performance.now() + LONGEST_SLICE_MS
    }
    yield piece
    stalled.refresh()
    answer.took(piece.length)
  }
}

/** How many readers may wait: of one secret address, and of all. */
const lanes = new Lanes(60, 240)

/**
 * Writes a text for readers with its secret address, such as a calendar or a shared search. One takes up to
 * 45 ms of CPU time. So they are written one after the other, with other requests in between. 503 when too
 * many wait.
 *
 * @param secret readers of one address share a queue, so that they don't delay readers of others
 */
export async function inTurn<T>(
  secret: string,
  write: () => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  try {
    return await lanes.run(secret, async () => {
      await yieldToEventLoop()
      return write()
    })
  } catch (error) {
    if (error instanceof LaneFull) return refused(FAILURES.overloaded)
    throw error
  }
}
