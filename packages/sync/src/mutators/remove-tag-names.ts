import { ok, otherNamesOf, tagName, withRelations } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editRelations } from './_internals/relations.ts'

/** Removes other names of a tag, ignoring case. */
export const removeTagNames: Mutator<'removeTagNames'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, names }, rows, context) => {
    const gone = new Set(names.map(tagName))
    return editRelations([tagId], rows, context, false, (tag) =>
      ok(withRelations(tag, { otherNames: otherNamesOf(tag).filter((name) => !gone.has(tagName(name))) })),
    )
  },
}
