import { childGroupIdsOf, LIMITS, ok, withRelations } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { invalid } from './_internals/cards.ts'
import { findGroups } from './_internals/references.ts'
import { editRelations } from './_internals/relations.ts'

/** Makes every tag of these groups, present or future, imply these tags. */
export const addChildGroups: Mutator<'addChildGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const groups = findGroups(groupIds, rows, context, true)
    if (!groups.ok) return groups
    const added = groups.value.rows.map(({ id }) => id)
    const edited = editRelations(tagIds, rows, context, true, (tag) => {
      const all = [...new Set([...childGroupIdsOf(tag), ...added])]
      return all.length > LIMITS.childGroups && context.onConflict !== 'merge'
        ? invalid('groupIds', `A tag contains at most ${LIMITS.childGroups} groups.`)
        : ok(withRelations(tag, { childGroupIds: all }))
    })
    return edited.ok && edited.value.changes.length > 0
      ? ok({ changes: [...groups.value.revived, ...edited.value.changes] })
      : edited
  },
}
