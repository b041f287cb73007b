import type { Id } from '@cardinal/domain'
import { type Mutation, type Rows, readsOf, runMutation } from '@cardinal/sync'
import type { WorkspaceChange } from './change-workspace.ts'

/** A named mutation as a change of a workspace. */
export function mutationChange(mutation: Mutation, place: WorkspaceChange['place']): WorkspaceChange {
  const change: WorkspaceChange = {
    place,
    reads: readsOf(mutation),
    write: (rows, context) => runMutation(mutation, rows, context),
  }
  if (mutation.name !== 'mergeTags') return change
  const { tagIds, intoTagId } = mutation.args
  return { ...change, renames: (rows) => mergedNames(rows, tagIds, intoTagId) }
}

function mergedNames(rows: Rows, tagIds: readonly Id[], intoTagId: Id): Map<string, string> {
  const into = rows.tag(intoTagId)
  const names = new Map<string, string>()
  if (into === undefined) return names
  for (const id of tagIds) {
    const merged = rows.tag(id)
    if (merged !== undefined && id !== intoTagId) names.set(merged.name, into.name)
  }
  return names
}
