import type { ServerResponse } from 'node:http'
import { FAILURES, HttpFailure } from './failures.ts'

/** Long answers sent to one person at once, waiting for one person, and sent to all. */
const PER_PERSON = 2
const WAITING = 20
const AT_ONCE = 16
/** Waiting answers of all people. */
const ALL_WAITING = 300
/** Seconds after which a refused client may retry. */
const RETRY_AFTER = 10
/** ms without progress after which a client's answer is ended. */
const STALLED = 120_000

/**
 * Limits long answers: loads of a workspace, exports, lists of all tags. Each holds rows until the client has read them.
 * Round-robin between people, so that a slow reader delays nobody else.
 */
export class LongAnswers {
  readonly #running = new Map<string, number>()
  /** Queues in round-robin order. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #runningCount = 0
  #waitingCount = 0

  /**
   * Waits for a place. Resolves with the function that frees it.
   *
   * @param lane a user's id
   * @throws HttpFailure 429 where too many answers of this person wait, 503 where too many of all
   */
  async enter(lane: string): Promise<() => void> {
    if (this.#waitingCount >= ALL_WAITING) throw new HttpFailure(FAILURES.overloaded, RETRY_AFTER)
    const own = this.#waiting.get(lane) ?? []
    if (own.length >= WAITING) throw new HttpFailure(FAILURES.tooManyLongAnswers, RETRY_AFTER)
    if (own.length === 0 && this.#mayStart(lane)) this.#start(lane)
    else {
      this.#waitingCount++
      await new Promise<void>((resolve) => this.#waiting.set(lane, [...own, resolve]))
    }
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      this.#leave(lane)
    }
  }

  #mayStart(lane: string): boolean {
    return this.#runningCount < AT_ONCE && (this.#running.get(lane) ?? 0) < PER_PERSON
  }

  #start(lane: string): void {
    this.#runningCount++
    this.#running.set(lane, (this.#running.get(lane) ?? 0) + 1)
  }

  #leave(lane: string): void {
    this.#runningCount--
    const left = (this.#running.get(lane) ?? 1) - 1
    if (left === 0) this.#running.delete(lane)
    else this.#running.set(lane, left)
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
 * Waits for a place for a response, which is freed when the response closes. Resolves with the chunks, which end the
 * response when the client stops reading; null: the client has left.
 */
export async function inPlace<Piece>(
  lane: string,
  response: ServerResponse,
  pieces: AsyncIterable<Piece>,
): Promise<AsyncIterable<Piece> | null> {
  const leave = await longAnswers.enter(lane)
  if (response.destroyed) {
    leave()
    return null
  }
  const stalled = setTimeout(() => response.destroy(), STALLED).unref()
  response.once('close', () => {
    clearTimeout(stalled)
    leave()
  })
  return refreshing(pieces, stalled)
}

async function* refreshing<Piece>(
  pieces: AsyncIterable<Piece>,
  stalled: NodeJS.Timeout,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    stalled.refresh()
    yield piece
  }
}
