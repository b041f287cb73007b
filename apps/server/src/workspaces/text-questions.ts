import type { Failure } from '@cardinal/contract'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'
import type { WeighableWorkspace } from './replicas.ts'

/** Questions whose answer may need the texts of every card. The others are answered from the index at once. */
export type TextQuestion = Extract<
  QuestionName,
  'matchCards' | 'suggestNarrowing' | 'suggestLabels' | 'cardsWithAddress'
>

export interface TextQuestionsOptions {
  /** Length of a slice in which a question reads texts, in ms. */
  readonly slice?: number
  /** Time limit of reading texts per question, in ms. */
  readonly longest?: number
}

/**
 * Asks questions that may read many texts, in slices. Most are answered within the first slice. Of the slower ones, one
 * has a slice at a time, in turns between users, and the event loop runs between two slices.
 */
export class TextQuestions {
  readonly #slice: number
  readonly #longest: number
  /** A user's further slow questions wait in line, and a share of all of them is refused when there are too many. */
  readonly #lanes = new Lanes(20, 200)
  /** The number of slow questions of each user. */
  readonly #slow = new Map<Id, number>()

  constructor({ slice = 20, longest = 10_000 }: TextQuestionsOptions = {}) {
    this.#slice = slice
    this.#longest = longest
  }

  /** @param open opens the present workspace, which may change between two slices */
  async ask<Q extends TextQuestion>(
    userId: Id,
    open: () => Promise<WeighableWorkspace>,
    question: Q,
    params: ParamsOf<Q>,
  ): Promise<Result<AnswerOf<Q>, Failure>> {
    const askSlice = async () => (await open()).askInSlice(question, params, endOf(this.#slice))
    if (!this.#slow.has(userId)) {
      const done = await askSlice()
      if (done !== null) return ok(done.answer)
    }
    this.#count(userId, 1)
    try {
      return await this.#askSlowly(userId, askSlice)
    } catch (error) {
      if (error instanceof LaneFull) return refused(FAILURES.overloaded)
      throw error
    } finally {
      this.#count(userId, -1)
    }
  }

  async #askSlowly<Answer>(
    userId: Id,
    askSlice: () => Promise<{ readonly answer: Answer } | null>,
  ): Promise<Result<Answer, Failure>> {
    for (let read = 0; read < this.#longest; ) {
      const done = await this.#lanes.run(userId, async () => {
        await yieldToEventLoop()
        const begun = performance.now()
        const answer = await askSlice()
        read += performance.now() - begun
        return answer
      })
      if (done !== null) return ok(done.answer)
    }
    return refused(FAILURES.searchTooLong)
  }

  #count(userId: Id, by: number): void {
    const count = (this.#slow.get(userId) ?? 0) + by
    if (count === 0) this.#slow.delete(userId)
    else this.#slow.set(userId, count)
  }
}

/** Returns whether a slice is over. It starts with the first piece of work, so that each slice makes progress. */
function endOf(slice: number): () => boolean {
  let end: number | null = null
  return () => {
    const now = performance.now()
    end ??= now + slice
    return now >= end
  }
}
