import { ok, parentIdsOf, withRelations } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { findTags } from './_internals/references.ts'
import { editRelations } from './_internals/relations.ts'

/** Removes parents from tags. Deleted and merged parents may be named. */
export const removeTagParents: Mutator<'removeTagParents'> = {
  reads: ({ tagIds, parentIds }) => ({ tags: [...tagIds, ...parentIds] }),
  write: ({ tagIds, parentIds }, rows, context) => {
    const found = findTags(parentIds, rows, { ...context, onConflict: 'merge' }, false)
    const gone = new Set([...parentIds, ...(found.ok ? found.value.rows.map(({ id }) => id) : [])])
    return editRelations(tagIds, rows, context, false, (tag) =>
      ok(withRelations(tag, { parentIds: parentIdsOf(tag).filter((id) => !gone.has(id)) })),
    )
  },
}
