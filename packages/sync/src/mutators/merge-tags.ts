import { ok } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { mergedTags } from './_internals/merged-tags.ts'
import { findTags } from './_internals/references.ts'

/**
 * Merges tags into a target. Clicks add up, and the latest click counts. Cards and groups of the merged tags get the
 * target. Tags that implied them imply the target, which gets their other names and parents. No `updatedAt` changes:
 * for cards and groups it is only a new name.
 *
 * With `onConflict: 'merge'` a tag that was merged into another meanwhile is gone already: the other one, which the
 * person may never have seen, stays.
 */
export const mergeTags: Mutator<'mergeTags'> = {
  reads: ({ tagIds, intoTagId }) => {
    const merged = tagIds.filter((id) => id !== intoTagId)
    return { tags: [...tagIds, intoTagId], cardsCarrying: merged, groupsHolding: merged, relatedTags: true }
  },
  write: ({ tagIds, intoTagId, keepsNames = false }, rows, context) => {
    const target = findTags([intoTagId], rows, context, true)
    if (!target.ok) return target
    const sources = tagIds.filter(
      (id) => id !== intoTagId && (context.onConflict !== 'merge' || rows.tag(id) !== undefined),
    )
    const tags = findTags(sources, rows, context, false)
    if (!tags.ok) return tags
    const [into] = target.value.rows
    const merged = tags.value.rows.filter(({ id }) => id !== into?.id)
    if (into === undefined || merged.length === 0) return ok({ changes: [] })
    return ok({ changes: [...target.value.revived, ...mergedTags(merged, into, rows, keepsNames)] })
  },
}
