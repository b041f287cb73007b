import { type Change, type Id, ok, type Refusal, type Result, type TagGroup } from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { findGroups } from './references.ts'
import { sameButTimes } from './same.ts'

/**
 * Edits groups one by one. A group that stays the same is no change.
 *
 * @param revives whether the edit restores a group that was deleted elsewhere; see `findTags`
 */
export function editGroups(
  groupIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  revives: boolean,
  edit: (group: TagGroup) => TagGroup,
): Result<Outcome, Refusal> {
  const groups = findGroups(groupIds, rows, context, revives)
  if (!groups.ok) return groups
  const changes: Change[] = []
  const revived = new Set(groups.value.revived.map(({ id }) => id))
  for (const before of groups.value.rows) {
    const row = edit(before)
    if (!sameButTimes(before, row))
      changes.push({ kind: 'group', id: before.id, row: { ...row, updatedAt: context.now } })
    else if (revived.has(before.id)) changes.push({ kind: 'group', id: before.id, row: before })
  }
  return ok({ changes })
}
