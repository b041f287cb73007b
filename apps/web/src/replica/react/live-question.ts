import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Replica, RowNews } from '../replica.ts'

export interface LiveAnswer<Q extends QuestionName> {
  /** The newest answer; undefined until the first one came. */
  readonly answer: AnswerOf<Q> | undefined
  /** What `answer` was asked with; null until the first one came. */
  readonly params: ParamsOf<Q> | null
  /** `params` in the form of `paramsKey`. */
  readonly key: string | null
  readonly error: Error | null
}

/**
 * `first`: asked at once. `deferred`: asked when all rows are loaded and the answers of `first` are painted, with the
 * latest params. During a first load it would keep the rows waiting.
 */
export type Turn = 'first' | 'deferred'

/**
 * One question that is kept answered: asked anew when its params change and when rows change, one such
 * asking at a time, so that a burst of changes makes no queue. Invariant: `snapshot` never goes back to an
 * answer that was asked for earlier than the one it holds.
 */
export class LiveQuestion<Q extends QuestionName> {
  readonly #question: Q
  readonly #turn: Turn
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveAnswer<Q> = { answer: undefined, params: null, key: null, error: null }
  #replica: Replica | null = null
  #params: ParamsOf<Q> | null = null
  #asked = 0
  #answered = 0
  /** Of the rows that the answer shown was read from. */
  #version = -1
  #isInQueue = false

  constructor(question: Q, turn: Turn = 'first') {
    this.#question = question
    this.#turn = turn
  }

  readonly snapshot = (): LiveAnswer<Q> => this.#snapshot

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Asks these params of this replica from now on; null params ask nothing and keep the last answer. */
  follow(replica: Replica, params: ParamsOf<Q> | null): () => void {
    this.#replica = replica
    this.#params = params
    if (params === null) return () => {}
    this.#askInTurn()
    const stop = replica.subscribe((news) => this.#rowsChange(news))
    return () => {
      stop()
      this.#replica = null
    }
  }

  #rowsChange(news: RowNews): void {
    const replica = this.#replica
    if (replica === null) return
    // An answer that was read from these rows is here already; one that is under way is judged when it comes.
    const isUpToDate = this.#answered < this.#asked || this.#version >= replica.version
    if (news === 'changing' ? this.#turn === 'first' : !isUpToDate) this.#askInTurn()
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
    const key = paramsKey(params)
    replica.look(this.#question, params).then(
      ({ answer, version }) => this.#settle(turn, version, { answer, params, key, error: null }),
      (reason: unknown) => {
        const { answer } = this.#snapshot
        this.#settle(turn, replica.version, { answer, params, key, error: asError(reason) })
      },
    )
  }

  #settle(turn: number, version: number, outcome: LiveAnswer<Q>): void {
    if (turn <= this.#answered) return
    // What is not asked any more is no good first answer: drawing it would keep the other waiting.
    if (this.#snapshot.key === null && turn < this.#asked && outcome.key !== paramsKey(this.#params)) return
    this.#answered = turn
    this.#version = version
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
