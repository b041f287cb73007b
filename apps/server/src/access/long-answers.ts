import type { ServerResponse } from 'node:http'
import { FAILURES, HttpFailure } from './failures.ts'

/** Long answers that one person gets at once, that wait behind them, and that all people get at once. */
const PER_PERSON = 2
const WAITING = 20
const AT_ONCE = 16
/** All that wait. */
const ALL_WAITING = 300
/** Seconds after which one who was refused may ask again. */
const RETRY_AFTER = 10
/** A client that takes nothing for so long, in ms, gives up its place. */
const STALLED = 120_000

/**
 * The long answers that are on their way: loads of a workspace, exports, lists of all tags. Each holds rows until the client
 * has taken them, so their number is limited. Those of one person wait for each other, and people have their turns: who
 * reads slowly keeps up nobody else.
 */
export class LongAnswers {
  readonly #running = new Map<string, number>()
  /** Lanes in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #runningCount = 0
  #waitingCount = 0

  /**
   * Waits for a place. Resolves with the function that frees it.
   *
   * @param lane of one person
   * @throws HttpFailure 429 where too many of this person wait, 503 where too many of all
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
      // Behind all others: its next answer waits until each of them had a turn.
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
 * Waits for a place for a response, which is free again when the response is closed. Resolves with the pieces, which end
 * the response where nobody takes them; null: the client has left.
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
