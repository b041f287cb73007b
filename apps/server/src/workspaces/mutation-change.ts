import { type Mutation, type MutationContext, readsOf, runMutation } from '@cardinal/sync'
import type { WorkspaceChange } from './change-workspace.ts'

/** A named mutation as a change of a workspace. */
export function mutationChange(
  mutation: Mutation,
  place: WorkspaceChange['place'],
  onConflict: NonNullable<MutationContext['onConflict']>,
): WorkspaceChange {
  return {
    place,
    reads: readsOf(mutation),
    write: (rows, { now }) => runMutation(mutation, rows, { now, onConflict }),
  }
}
