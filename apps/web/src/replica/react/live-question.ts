import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Replica, RowEvent } from '../replica.ts'

export interface LiveAnswer<Q extends QuestionName> {
  /** The newest answer. Undefined until the first one. */
  readonly answer: AnswerOf<Q> | undefined
  /** The params of `answer`. Null until the first one. */
  readonly params: ParamsOf<Q> | null
  readonly error: Error | null
}

/**
 * `first`: asked at once. `deferred`: asked with the latest params when all rows are loaded and the answers of `first`
 * are painted. During a first load it would delay the rows.
 */
export type Turn = 'first' | 'deferred'

/**
 * Keeps one question answered. Asks again when its params or the rows change, one request at a time, so that a burst of
 * changes makes no queue. Invariant: `snapshot` never returns to the answer of an earlier request.
 */
export class LiveQuestion<Q extends QuestionName> {
  readonly #question: Q
  readonly #turn: Turn
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveAnswer<Q> = { answer: undefined, params: null, error: null }
  /** Key of the params that the shown answer is valid for. Null: not valid any more. */
  #answeredKey: string | null = null
  #replica: Replica | null = null
  #params: ParamsOf<Q> | null = null
  #asked = 0
  #answered = 0
  /** Version of the rows behind the shown answer. */
  #version = -1
  #isInQueue = false

  constructor(question: Q, turn: Turn = 'first') {
    this.#question = question
    this.#turn = turn
  }

  readonly snapshot = (): LiveAnswer<Q> => this.#snapshot

  /** Whether the shown answer is for these params and the present rows. */
  isAnswered(key: string): boolean {
    return this.#answeredKey === key
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts to follow these params. Null: asks nothing, and keeps the last answer. */
  follow(replica: Replica, params: ParamsOf<Q> | null): () => void {
    this.#replica = replica
    this.#params = params
    if (params === null) return () => {}
    this.#askInTurn()
    const stop = replica.subscribe((event) => this.#rowsChange(event))
    return () => {
      stop()
      this.#replica = null
      // The rows may change while nothing is followed.
      this.#answeredKey = null
    }
  }

  #rowsChange(event: RowEvent): void {
    const replica = this.#replica
    if (replica === null) return
    // The shown answer may be of the present rows already. A pending one is checked when it arrives.
    const isUpToDate = this.#answered < this.#asked || this.#version >= replica.version
    if (event === 'changing' ? this.#turn === 'first' : !isUpToDate) this.#askInTurn()
  }

  #askInTurn(): void {
    const replica = this.#replica
    if (this.#turn === 'first') this.#ask()
    else if (replica !== null && !this.#isInQueue) {
      this.#isInQueue = true
      const turn = replica.loaded().then(() => replica.idle())
      turn.then(() => {
        this.#isInQueue = false
        this.#ask()
      })
    }
  }

  #ask(): void {
    const replica = this.#replica
    const params = this.#params
    if (replica === null || params === null) return
    const turn = ++this.#asked
    replica.look(this.#question, params).then(
      ({ answer, version }) => this.#settle(turn, version, { answer, params, error: null }),
      (reason: unknown) => {
        const { answer } = this.#snapshot
        this.#settle(turn, replica.version, { answer, params, error: asError(reason) })
      },
    )
  }

  #settle(turn: number, version: number, outcome: LiveAnswer<Q>): void {
    if (turn <= this.#answered) return
    const key = paramsKey(outcome.params)
    const isFollowed = this.#replica !== null && key === paramsKey(this.#params)
    // An outdated first answer is skipped: drawing it would delay the present one.
    if (this.#snapshot.params === null && turn < this.#asked && !isFollowed) return
    this.#answered = turn
    this.#version = version
    this.#answeredKey = isFollowed ? key : null
    this.#snapshot = outcome
    for (const listener of [...this.#listeners]) listener()
    if (turn === this.#asked && this.#replica !== null && version < this.#replica.version) this.#askInTurn()
  }
}

/** Params as a text: equal texts ask the same. Params are plain data by contract. */
export function paramsKey(params: unknown): string {
  return JSON.stringify(params)
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
