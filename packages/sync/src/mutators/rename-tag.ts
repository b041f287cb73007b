import { refused, tagName } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editTags, keptName } from './_internals/tags.ts'

/** Another name for a tag, in kept form; one that another tag has is refused, so that a merge can be offered. */
export const renameTag: Mutator<'renameTag'> = {
  reads: ({ tagId, name }) => ({ tags: [tagId], tagNames: [tagName(name)] }),
  write: ({ tagId, name: text }, rows, { now }) => {
    const name = keptName(text, 'name')
    if (!name.ok) return name
    const taken = rows.tagByName(name.value)
    const isTaken = rows.tag(tagId) !== undefined && taken !== undefined && taken.id !== tagId
    if (isTaken) return refused({ kind: 'tag-name-taken', name: name.value, tagId: taken.id })
    return editTags([tagId], rows, (tag) =>
      tag.name === name.value ? tag : { ...tag, name: name.value, updatedAt: now },
    )
  },
}
