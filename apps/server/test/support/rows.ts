import { type Id, NO_COPY_RULE } from '@cardinal/domain'
import type { User } from '../../src/store/index.ts'

/** A user's row in the store. */
export function userRow(id: Id): User {
  return {
    id,
    email: 'a@b.c',
    name: 'A',
    firstName: 'A',
    lastName: '',
    plan: 'free',
    planExpiresAt: null,
    storedBytes: 0,
    disabledAt: null,
    copyRule: NO_COPY_RULE,
    savedSearches: [],
    searchesByWorkspace: {},
    showHelpers: true,
    currentWorkspaceId: null,
    createdAt: 1,
  }
}
