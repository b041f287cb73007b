import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { VersionedAnswer } from './replica.ts'
import type { AllAnswered, Answered, Asked } from './worker/api.ts'

type AskAll = (asked: readonly Asked[]) => Promise<AllAnswered>

interface Waiting {
  readonly asked: Asked
  readonly settle: ((answered: Answered, version: number) => void)[]
}

/**
 * Collects the questions of one task, equal ones once, and answers them together. A key press asks several
 * questions, and answers that come together are rendered once.
 */
export class Asking {
  readonly #askAll: AskAll
  readonly #painted: () => Promise<void>
  #waiting = new Map<string, Waiting>()
  #underWay = 0
  #idle: Promise<void> | null = null
  #settled: () => void = () => {}

  /** @param painted resolves when the last render is painted */
  constructor(askAll: AskAll, painted: () => Promise<void>) {
    this.#askAll = askAll
    this.#painted = painted
  }

  /** Rejects with the worker's error. */
  askWithVersion<Q extends QuestionName>(question: Q, params: ParamsOf<Q>): Promise<VersionedAnswer<Q>> {
    if (this.#waiting.size === 0) queueMicrotask(() => void this.#send())
    const key = `${question} ${JSON.stringify(params)}`
    return new Promise((resolve, reject) => {
      const settle = (answered: Answered, version: number) => {
        if (answered.isOk) resolve({ answer: answered.answer as AnswerOf<Q>, version })
        else reject(answered.error)
      }
      const equal = this.#waiting.get(key)
      if (equal !== undefined) equal.settle.push(settle)
      else this.#waiting.set(key, { asked: { question, params } as Asked, settle: [settle] })
    })
  }

  /** Resolves when all questions are answered and the answers are painted. All callers get the same promise. */
  idle(): Promise<void> {
    this.#idle ??= this.#becomeIdle().finally(() => {
      this.#idle = null
    })
    return this.#idle
  }

  get #isBusy(): boolean {
    return this.#underWay > 0 || this.#waiting.size > 0
  }

  async #becomeIdle(): Promise<void> {
    do {
      if (this.#isBusy)
        await new Promise<void>((settled) => {
          this.#settled = settled
        })
      await this.#painted()
    } while (this.#isBusy)
  }

  async #send(): Promise<void> {
    const sent = [...this.#waiting.values()]
    this.#waiting = new Map()
    this.#underWay++
    const { answers, version } = await this.#answersTo(sent.map(({ asked }) => asked))
    sent.forEach(({ settle }, n) => {
      const answered = answers[n] ?? { isOk: false, error: new Error('The worker left a question out.') }
      for (const tell of settle) tell(answered, version)
    })
    this.#underWay--
    if (!this.#isBusy) this.#settled()
  }

  async #answersTo(asked: readonly Asked[]): Promise<AllAnswered> {
    try {
      return await this.#askAll(asked)
    } catch (error) {
      return { answers: asked.map(() => ({ isOk: false, error })), version: -1 }
    }
  }
}
