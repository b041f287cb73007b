import { type Change, checkName, type Id, ok, type Refusal, type Result, type Tag } from '@cardinal/domain'
import type { MutationContext, Outcome, Rows } from '../../mutation.ts'
import { invalid } from './cards.ts'
import { findTags } from './references.ts'

/**
 * Edits tags one by one. The edit sets `updatedAt` itself, because only name and colour change it.
 *
 * @param revives whether the edit restores a tag that was deleted elsewhere; see `findTags`
 */
export function editTags(
  tagIds: readonly Id[],
  rows: Rows,
  context: MutationContext,
  revives: boolean,
  edit: (tag: Tag) => Tag,
): Result<Outcome, Refusal> {
  const tags = findTags(tagIds, rows, context, revives)
  if (!tags.ok) return tags
  const changes: Change[] = []
  for (const before of tags.value.rows) {
    const row = edit(before)
    if (row !== before || rows.tag(before.id) === undefined) changes.push({ kind: 'tag', id: before.id, row })
  }
  return ok({ changes })
}

/** Returns the kept form of a name of a tag or group, or the refusal in the specification's words. */
export function keptName(text: string, field: 'name' | 'title'): Result<string, Refusal> {
  const name = checkName(text)
  return name.ok ? name : invalid(field, name.error)
}
