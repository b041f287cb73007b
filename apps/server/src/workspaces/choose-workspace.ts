import type { Id } from '@cardinal/domain'
import type { StoredWorkspace, StoreTransaction, User } from '../store/index.ts'

/**
 * The workspace that a call is about: the one named, or where none is named the user's current one, or
 * else the first. Undefined: the one named is not there (or belongs to somebody else).
 */
export async function chooseWorkspace(
  tables: Pick<StoreTransaction, 'workspaces'>,
  user: User,
  named: Id | null,
): Promise<StoredWorkspace | undefined> {
  if (named !== null) return tables.workspaces.byId(user.id, named)
  const current =
    user.currentWorkspaceId === null
      ? undefined
      : await tables.workspaces.byId(user.id, user.currentWorkspaceId)
  return current ?? (await tables.workspaces.ofUser(user.id))[0]
}
