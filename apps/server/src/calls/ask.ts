import { type Failure, messageOf } from '@cardinal/contract'
import { type Id, type Result, refused } from '@cardinal/domain'
import { type Asking, openAsking } from '../workspaces/asking.ts'
import { type CallContext, callerOf } from './handler.ts'

/** Opens the workspace that a question names (or the current one) for the user who asks. */
export async function openWorkspace(
  context: CallContext,
  named: Id | null | undefined,
): Promise<Result<Asking, Failure>> {
  const opened = await openAsking(context.services, callerOf(context).userId, named ?? null)
  return opened.ok ? opened : refused(messageOf(opened.error))
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
