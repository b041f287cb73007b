import { type Id, ok, type Refusal, type Result, refused } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { StoredWorkspace } from '../store/index.ts'
import { chooseWorkspace } from './choose-workspace.ts'
import type { Services } from './services.ts'

export type { CardQuery, Suggestion, TagInUse } from '@cardinal/engine'
/** What callers need of the engine. */
export { ALL_CARDS } from '@cardinal/engine'

/** A workspace that answers what was committed when it was opened. */
export interface Asking {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  readonly ask: <Q extends QuestionName>(question: Q, params: ParamsOf<Q>) => AnswerOf<Q>
}

/** Opens the workspace that a question names (or the current one) for the user who asks. */
export async function openAsking(
  { store, replicas }: Services,
  userId: Id,
  named: Id | null,
): Promise<Result<Asking, Refusal>> {
  const workspace = await chooseWorkspace(store, { id: userId }, named)
  if (workspace === undefined) return refused({ kind: 'not-found', what: 'workspace', id: named ?? '' })
  const index = await replicas.open(userId, workspace)
  return ok({ userId, workspace, ask: (question, params) => index.ask(question, params) })
}
