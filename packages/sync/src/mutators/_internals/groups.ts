import { type Change, type Id, ok, type Refusal, type Result, refused, type TagGroup } from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { sameButTimes } from './same.ts'

/** Edits groups one by one; the first that is not there refuses the whole, an unchanged one is no change. */
export function editGroups(
  groupIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  edit: (group: TagGroup) => TagGroup,
): Result<Outcome, Refusal> {
  const changes: Change[] = []
  for (const id of new Set(groupIds)) {
    const before = rows.group(id)
    if (before === undefined) return refused({ kind: 'not-found', what: 'group', id })
    const row = edit(before)
    if (!sameButTimes(before, row))
      changes.push({ kind: 'group', id, row: { ...row, updatedAt: context.now } })
  }
  return ok({ changes })
}
