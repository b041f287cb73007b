import { childGroupIdsOf, ok, withRelations } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { findGroups } from './_internals/references.ts'
import { editRelations } from './_internals/relations.ts'

/**
 * Removes child groups from tags, so that the groups' tags no longer imply them. Deleted and merged groups may be
 * named.
 */
export const removeChildGroups: Mutator<'removeChildGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const found = findGroups(groupIds, rows, { ...context, onConflict: 'merge' }, false)
    const gone = new Set([...groupIds, ...(found.ok ? found.value.rows.map(({ id }) => id) : [])])
    return editRelations(tagIds, rows, context, false, (tag) =>
      ok(withRelations(tag, { childGroupIds: childGroupIdsOf(tag).filter((id) => !gone.has(id)) })),
    )
  },
}
