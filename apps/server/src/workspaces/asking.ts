import type { Failure } from '@cardinal/contract'
import { fold, type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import { copyTextsIn, withFoundCopies } from '@cardinal/domain/copies'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import { FAILURES } from '../access/failures.ts'
import { LaneFull, Lanes, yieldToEventLoop } from '../lib/waiting.ts'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { chooseWorkspace } from './load-rows.ts'
import type { Replicas, WeighableWorkspace } from './replicas.ts'

/** The part of the engine that callers need. */
export {
  ALL_CARDS,
  type AnswerOf,
  type CardQuery,
  type ParamsOf,
  type Suggestion,
  type TagInUse,
} from '@cardinal/engine'

/** A workspace that answers as of the commit at its opening. */
export interface Asking {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  /** Answers at once, from the index. */
  readonly ask: <Q extends Exclude<QuestionName, TextQuestion>>(
    question: Q,
    params: ParamsOf<Q>,
  ) => AnswerOf<Q>
  /** Answers questions that may read the texts of every card, and yields in between. */
  readonly askTexts: <Q extends TextQuestion>(
    question: Q,
    params: ParamsOf<Q>,
  ) => Promise<Result<AnswerOf<Q>, Failure>>
}

/** Opens the workspace that a question names (or the current one) for the user who asks. */
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
      return textQuestions.ask(userId, open, question, await withCopies(store, place, params))
    },
  })
}

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

/** Shared by the process, because all requests wait for its event loop. */
const textQuestions = new TextQuestions()

/** Returns whether a slice is over. It starts with the first piece of work, so that each slice makes progress. */
function endOf(slice: number): () => boolean {
  let end: number | null = null
  return () => {
    const now = performance.now()
    end ??= now + slice
    return now >= end
  }
}

/** Copies read at once: each is some ten kilobytes, and half a megabyte at most. */
const AT_ONCE = 10
/** Units that are looked through before others have their turn: some milliseconds. */
const SLICE = 8_000_000

/**
 * Looks through the words of a workspace's copies. The database streams them, and they are compared here: texts fold alike
 * everywhere. It takes time that grows with the copies, and others are served meanwhile.
 *
 * @returns for each text the cards whose copies contain it
 */
export async function findCopies(
  store: Pick<Store, 'pageCopies'>,
  place: { readonly userId: Id; readonly workspaceId: Id },
  texts: readonly string[],
): Promise<readonly (readonly Id[])[]> {
  const folded = texts.map(fold)
  const found = folded.map((): Id[] => [])
  let read = 0
  for (let after = ''; ; ) {
    const copies = await store.pageCopies.wordsAfter(place, after, AT_ONCE)
    for (const { card_id, words } of copies)
      for (const [at, text] of folded.entries()) {
        if (text !== '' && words.includes(text)) found[at]?.push(card_id)
        read += words.length
        if (read < SLICE) continue
        read = 0
        await yieldToEventLoop()
      }
    if (copies.length < AT_ONCE) return found
    after = copies.at(-1)?.card_id ?? after
    await yieldToEventLoop()
  }
}

/** Resolves with what is asked, in which every condition on copies says which cards it finds. */
export async function withCopies<Asked>(
  store: Pick<Store, 'pageCopies'>,
  place: { readonly userId: Id; readonly workspaceId: Id },
  asked: Asked,
): Promise<Asked> {
  const texts = copyTextsIn(asked)
  if (texts.length === 0) return asked
  const found = await findCopies(store, place, texts)
  return withFoundCopies(asked, new Map(texts.map((text, at) => [text, found[at] ?? []])))
}
