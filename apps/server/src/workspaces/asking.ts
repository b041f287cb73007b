import type { Failure } from '@cardinal/contract'
import { type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { Store, StoredWorkspace } from '../store/index.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import { withCopies } from './find-copies.ts'
import type { Replicas } from './replicas.ts'
import { type TextQuestion, TextQuestions } from './text-questions.ts'

export type { AnswerOf, CardQuery, ParamsOf, Suggestion, TagInUse } from '@cardinal/engine'
/** The part of the engine that callers need. */
export { ALL_CARDS } from '@cardinal/engine'
export type { TextQuestion } from './text-questions.ts'

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

/** Shared by the process, because all requests wait for its event loop. */
const textQuestions = new TextQuestions()

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
