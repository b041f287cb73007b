import {
  type Change,
  checkName,
  type Id,
  ok,
  type Refusal,
  type Result,
  refused,
  type Tag,
} from '@cardinal/domain'
import type { Outcome, Rows } from '../../mutation.ts'
import { invalid } from './cards.ts'

/**
 * Edits tags one by one; the first that is not there refuses the whole. The edit sets `updatedAt` itself,
 * because it moves with name and colour only.
 */
export function editTags(
  tagIds: readonly Id[],
  rows: Rows,
  edit: (tag: Tag) => Tag,
): Result<Outcome, Refusal> {
  const changes: Change[] = []
  for (const id of new Set(tagIds)) {
    const before = rows.tag(id)
    if (before === undefined) return refused({ kind: 'not-found', what: 'tag', id })
    const row = edit(before)
    if (row !== before) changes.push({ kind: 'tag', id, row })
  }
  return ok({ changes })
}

/** The kept form of a name for a tag or group, or the refusal in the words of the specification. */
export function keptName(text: string, field: 'name' | 'title'): Result<string, Refusal> {
  const name = checkName(text)
  return name.ok ? name : invalid(field, name.error)
}
