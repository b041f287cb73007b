import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Replica, RowEvent } from '../replica.ts'

interface LiveAnswer<Q extends QuestionName> {
  /** The newest answer; undefined until the first one. */
  readonly answer: AnswerOf<Q> | undefined
  /** The parameters of `answer`; null until the first one. */
  readonly params: ParamsOf<Q> | null
  readonly error: Error | null
}

/**
 * `first`: asked at once. `deferred`: asked with the latest parameters when all rows are loaded and the answers
 * to `first` questions are painted. Otherwise it would delay loading the rows.
 */
export type Priority = 'first' | 'deferred'

/**
 * Keeps the answer to one question up to date. Asks again when its parameters or the rows change, one request at
 * a time, so that a burst of changes makes no queue. Invariant: `snapshot` never goes back to the answer of an
 * earlier request.
 */
export class LiveQuestion<Q extends QuestionName> {
  readonly #question: Q
  readonly #priority: Priority
  readonly #listeners = new Set<() => void>()
  #snapshot: LiveAnswer<Q> = { answer: undefined, params: null, error: null }
  /** Key of the parameters for which the shown answer holds; null: outdated. */
  #answeredKey: string | null = null
  #replica: Replica | null = null
  #params: ParamsOf<Q> | null = null
  #asked = 0
  #answered = 0
  /** Version of the rows that the shown answer is from. */
  #version = -1
  #isDeferred = false

  constructor(question: Q, priority: Priority = 'first') {
    this.#question = question
    this.#priority = priority
  }

  readonly snapshot = (): LiveAnswer<Q> => this.#snapshot

  /** Whether the shown answer is for these parameters and the present rows. */
  isAnswered(key: string): boolean {
    return this.#answeredKey === key
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Keeps the answer for these parameters up to date, until the returned function is called. Null: asks nothing,
   * and keeps the last answer.
   */
  follow(replica: Replica, params: ParamsOf<Q> | null): () => void {
    this.#replica = replica
    this.#params = params
    if (params === null) return () => {}
    this.#askByPriority()
    const stop = replica.subscribe((event) => this.#rowsChange(event))
    return () => {
      stop()
      this.#replica = null
      // From now on changes of the rows are not noticed.
      this.#answeredKey = null
    }
  }

  #rowsChange(event: RowEvent): void {
    const replica = this.#replica
    if (replica === null) return
    // The shown answer may already be from the present rows. A pending one is checked when it comes.
    const isUpToDate = this.#answered < this.#asked || this.#version >= replica.version
    if (event === 'changing' ? this.#priority === 'first' : !isUpToDate) this.#askByPriority()
  }

  #askByPriority(): void {
    const replica = this.#replica
    if (this.#priority === 'first') this.#ask()
    else if (replica !== null && !this.#isDeferred) {
      this.#isDeferred = true
      const idle = replica.loaded().then(() => replica.idle())
      idle.then(() => {
        this.#isDeferred = false
        this.#ask()
      })
    }
  }

  #ask(): void {
    const replica = this.#replica
    const params = this.#params
    if (replica === null || params === null) return
    const request = ++this.#asked
    replica.askWithVersion(this.#question, params).then(
      ({ answer, version }) => this.#settle(request, version, { answer, params, error: null }),
      (reason: unknown) => {
        const { answer } = this.#snapshot
        this.#settle(request, replica.version, { answer, params, error: asError(reason) })
      },
    )
  }

  #settle(request: number, version: number, outcome: LiveAnswer<Q>): void {
    if (request <= this.#answered) return
    const key = paramsKey(outcome.params)
    const isFollowed = this.#replica !== null && key === paramsKey(this.#params)
    // An outdated first answer is skipped, because rendering it would delay the present one.
    if (this.#snapshot.params === null && request < this.#asked && !isFollowed) return
    this.#answered = request
    this.#version = version
    this.#answeredKey = isFollowed ? key : null
    this.#snapshot = outcome
    for (const listener of [...this.#listeners]) listener()
    if (request === this.#asked && this.#replica !== null && version < this.#replica.version)
      this.#askByPriority()
  }
}

/** Parameters as a text. Equal texts ask the same question; parameters are plain data. */
export function paramsKey(params: unknown): string {
  return JSON.stringify(params)
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
