import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Replica } from '../replica.ts'

export interface LiveAnswer<Q extends QuestionName> {
  /** The newest answer; undefined until the first one came. */
  readonly answer: AnswerOf<Q> | undefined
  /** Which params `answer` belongs to, in the form of `paramsKey`. */
  readonly key: string | null
  readonly error: Error | null
}

/**
 * One question that is kept answered: asked anew when its params change (at once) and when rows change
 * (one such asking at a time, so that a burst of changes makes no queue). Invariant: `snapshot` never goes
 * back to an answer that was asked for earlier than the one it holds.
 */
export class LiveQuestion<Q extends QuestionName> {
  readonly #question: Q
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveAnswer<Q> = { answer: undefined, key: null, error: null }
  #replica: Replica | null = null
  #params: ParamsOf<Q> | null = null
  #asked = 0
  #answered = 0
  #rowsChangedMeanwhile = false

  constructor(question: Q) {
    this.#question = question
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
    this.#ask()
    const stop = replica.subscribe(() => this.#rowsChanged())
    return () => {
      stop()
      this.#replica = null
    }
  }

  #rowsChanged(): void {
    if (this.#answered < this.#asked) this.#rowsChangedMeanwhile = true
    else this.#ask()
  }

  #ask(): void {
    const replica = this.#replica
    const params = this.#params
    if (replica === null || params === null) return
    this.#rowsChangedMeanwhile = false
    const turn = ++this.#asked
    const key = paramsKey(params)
    replica.ask(this.#question, params).then(
      (answer) => this.#settle(turn, { answer, key, error: null }),
      (reason: unknown) => this.#settle(turn, { answer: this.#snapshot.answer, key, error: asError(reason) }),
    )
  }

  #settle(turn: number, outcome: LiveAnswer<Q>): void {
    if (turn <= this.#answered) return
    this.#answered = turn
    this.#snapshot = outcome
    for (const listener of [...this.#listeners]) listener()
    if (turn === this.#asked && this.#rowsChangedMeanwhile) this.#ask()
  }
}

/** Params as a text: equal texts ask the same. Params are plain data by contract. */
export function paramsKey(params: unknown): string {
  return JSON.stringify(params)
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
