import { type Failure, messageOf } from '@cardinal/contract'
import { type Id, ok, type Result, refused, unique } from '@cardinal/domain'
import { type Asking, openAsking } from '../workspaces/asking.ts'
import { type CallContext, callerOf } from './handler.ts'

/** Opens the named workspace, or the current one, for the asking user. */
export async function openWorkspace(
  context: CallContext,
  named: Id | null | undefined,
): Promise<Result<Asking, Failure>> {
  const opened = await openAsking(context.services, callerOf(context).userId, named ?? null)
  return opened.ok ? opened : refused(messageOf(opened.error))
}

/** Opens every workspace with one of these rows, in the order of the rows; if there is none, the current one. */
export async function openWorkspacesOf(
  context: CallContext,
  kind: 'tags' | 'groups',
  ids: readonly Id[],
): Promise<Result<readonly Asking[], Failure>> {
  const rows = await context.services.store[kind].byIds(callerOf(context).userId, ids)
  const living = rows.filter((stored) => stored.deletedAt === null)
  const byId = new Map(living.map((stored) => [stored.row.id, stored.workspaceId]))
  const workspaceIds = unique(ids.flatMap((id) => byId.get(id) ?? []))
  const opened: Asking[] = []
  for (const workspaceId of workspaceIds.length === 0 ? [null] : workspaceIds) {
    const one = await openWorkspace(context, workspaceId)
    if (!one.ok) return one
    opened.push(one.value)
  }
  return ok(opened)
}
