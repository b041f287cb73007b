import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Answered, Asked } from './worker/api.ts'

interface Waiting {
  readonly asked: Asked
  readonly settle: ((answered: Answered) => void)[]
}

/**
 * Sends the questions of one moment together, equal ones once, and settles them in one moment as well: a key
 * press asks a dozen things, and a page that hears all the answers at once draws itself once.
 */
export class Asking {
  readonly #askAll: (asked: readonly Asked[]) => Promise<readonly Answered[]>
  #waiting = new Map<string, Waiting>()

  constructor(askAll: (asked: readonly Asked[]) => Promise<readonly Answered[]>) {
    this.#askAll = askAll
  }

  /** Rejects with what the other side threw; params are plain data. */
  ask<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<AnswerOf<Q>> {
    if (this.#waiting.size === 0) queueMicrotask(() => void this.#send())
    const key = `${question} ${JSON.stringify(params)}`
    return new Promise((resolve, reject) => {
      const settle = (answered: Answered) => {
        if (answered.isOk) resolve(answered.answer as AnswerOf<Q>)
        else reject(answered.error)
      }
      const equal = this.#waiting.get(key)
      if (equal !== undefined) equal.settle.push(settle)
      else this.#waiting.set(key, { asked: { question, params } as Asked, settle: [settle] })
    })
  }

  async #send(): Promise<void> {
    const sent = [...this.#waiting.values()]
    this.#waiting = new Map()
    let answers: readonly Answered[]
    try {
      answers = await this.#askAll(sent.map(({ asked }) => asked))
    } catch (error) {
      answers = sent.map(() => ({ isOk: false, error }))
    }
    sent.forEach(({ settle }, n) => {
      const answered = answers[n] ?? { isOk: false, error: new Error('The worker left a question out.') }
      for (const tell of settle) tell(answered)
    })
  }
}
