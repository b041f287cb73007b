import { type Failure, messageOf } from '@cardinal/contract'
import { type Id, ok, type Result, refused } from '@cardinal/domain'
import type { AnswerOf, ParamsOf, QuestionName } from '@cardinal/engine'
import type { StoredWorkspace } from '../store/index.ts'
import { chooseWorkspace } from '../workspaces/choose-workspace.ts'
import { type CallContext, callerOf } from './handler.ts'

/** A workspace that answers what was committed when it was opened. */
export interface Asking {
  readonly userId: Id
  readonly workspace: StoredWorkspace
  readonly ask: <Q extends QuestionName>(question: Q, params: ParamsOf<Q>) => AnswerOf<Q>
}

/** Opens the workspace that a question names (or the current one) for the user who asks. */
export async function openWorkspace(
  context: CallContext,
  named: Id | null | undefined,
): Promise<Result<Asking, Failure>> {
  const { store, replicas } = context.services
  const { userId } = callerOf(context)
  const workspace = await chooseWorkspace(store, { id: userId }, named ?? null)
  if (workspace === undefined)
    return refused(messageOf({ kind: 'not-found', what: 'workspace', id: named ?? '' }))
  const index = await replicas.open(userId, workspace)
  return ok({ userId, workspace, ask: (question, params) => index.ask(question, params) })
}

/** Opens the workspace in which the first of these rows lies that is there; else the current one. */
export async function openWorkspaceOf(
  context: CallContext,
  kind: 'tags' | 'groups',
  ids: readonly Id[],
): Promise<Result<Asking, Failure>> {
  const rows = await context.services.store[kind].byIds(callerOf(context).userId, ids)
  const living = rows.filter((stored) => stored.deletedAt === null)
  const byId = new Map(living.map((stored) => [stored.row.id, stored.workspaceId]))
  const first = ids.find((id) => byId.has(id))
  return openWorkspace(context, first === undefined ? null : byId.get(first))
}
