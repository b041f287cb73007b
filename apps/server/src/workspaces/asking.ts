import type { Failure } from '@cardinal/contract'
import { type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { withFoundWords } from './find-words.ts'
import { chooseWorkspace } from './load-rows.ts'
import type { Replicas, WeighableWorkspace } from './replicas.ts'

export {
  ALL_CARDS,
  type AnswerOf,
  type CardQuery,
  type ParamsOf,
  type Suggestion,
  type TagInUse,
} from '@cardinal/engine'

/** A workspace as it was committed when it was opened. */
export interface Asking {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  /** Answers from the index, synchronously. */
  readonly ask: <Q extends Exclude<QuestionName, TextQuestion>>(
    question: Q,
    params: ParamsOf<Q>,
  ) => AnswerOf<Q>
  /** For questions that may read the text of every card. Yields to the event loop. */
  readonly askTexts: <Q extends TextQuestion>(
    question: Q,
    params: ParamsOf<Q>,
  ) => Promise<Result<AnswerOf<Q>, Failure>>
}

/** Opens the named workspace of the user, or the current one. */
export async function openAsking(
  { store, replicas }: { readonly store: Store; readonly replicas: Replicas },
  userId: Id,
  named: Id | null,
): Promise<Result<Asking, Refusal>> {
  const workspace = await chooseWorkspace(store, { id: userId }, named)
  if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: named ?? '' })
  const open = () => replicas.open(userId, workspace)
  const index = await open()
  return ok({
    userId,
    workspace,
    ask: (question, params) => index.ask(question, params),
    askTexts: async (question, params) => {
      const place = { userId, workspaceId: workspace.id }
      return textQuestions.ask(userId, open, question, await withFoundWords(store, place, params))
    },
  })
}

/**
 * Questions that may need the texts of all cards, or the cards of very many tags. All others are answered from the
 * index.
 */
export type TextQuestion = Extract<
  QuestionName,
  'matchCards' | 'suggestNarrowing' | 'suggestLabels' | 'cardsWithAddress' | 'siblingTags'
>

interface TextQuestionsOptions {
  /** ms per slice of reading texts. */
  readonly slice?: number
  /** ms of reading texts per question. */
  readonly longest?: number
}

/**
 * Answers questions that may read many texts, in slices. Most need only the first slice. Slower ones continue one
 * slice at a time, round-robin between users, and yield in between.
 */
export class TextQuestions {
  readonly #slice: number
  readonly #longest: number
  /** Queues of further slow questions. Beyond the limits they are refused. */
  readonly #lanes = new Lanes(20, 200)
  /** Number of slow questions by user. */
  readonly #slow = new Map<Id, number>()

  constructor({ slice = 20, longest = 10_000 }: TextQuestionsOptions = {}) {
    this.#slice = slice
    this.#longest = longest
  }

  /** @param open opens the present workspace, which may have changed between two slices */
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

/** One for the process, because all requests wait for its event loop. */
const textQuestions = new TextQuestions()

/** The time of a slice starts at the first call, so that each slice makes progress. */
function endOf(slice: number): () => boolean {
  let end: number | null = null
  return () => {
    const now = performance.now()
    end ??= now + slice
    return now >= end
  }
}
