import type { Id } from '@cardinal/domain'
import type { StoredWorkspace, StoreTransaction, User } from '../store/index.ts'

/**
 * Resolves with the workspace that a call is about: the one named, or where none is named the user's current one, or
 * else the first. Undefined: the one named is not there (or belongs to somebody else).
 */
export async function chooseWorkspace(
  tables: Pick<StoreTransaction, 'workspaces'>,
  user: Pick<User, 'id'>,
  named: Id | null,
): Promise<StoredWorkspace | undefined> {
  return named === null ? tables.workspaces.currentOf(user.id) : tables.workspaces.byId(user.id, named)
}
