import { LIMITS, ok, parentIdsOf, withRelations } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { invalid } from './_internals/cards.ts'
import { findTags } from './_internals/references.ts'
import { editRelations } from './_internals/relations.ts'

/** Makes every tag imply every parent. A cycle is no error: its tags then imply each other. */
export const addTagParents: Mutator<'addTagParents'> = {
  reads: ({ tagIds, parentIds }) => ({ tags: [...tagIds, ...parentIds] }),
  write: ({ tagIds, parentIds }, rows, context) => {
    const parents = findTags(parentIds, rows, context, true)
    if (!parents.ok) return parents
    const added = parents.value.rows.map(({ id }) => id)
    const edited = editRelations(tagIds, rows, context, true, (tag) => {
      const all = [...new Set([...parentIdsOf(tag), ...added])]
      return all.length > LIMITS.parentTags && context.onConflict !== 'merge'
        ? invalid('parentIds', `A tag is part of at most ${LIMITS.parentTags} others.`)
        : ok(withRelations(tag, { parentIds: all }))
    })
    return edited.ok && edited.value.changes.length > 0
      ? ok({ changes: [...parents.value.revived, ...edited.value.changes] })
      : edited
  },
}
