import type { Mutator } from '../mutation.ts'
import { editTags } from './_internals/tags.ts'

/** Sets one colour, or none, on every tag. */
export const setTagColor: Mutator<'setTagColor'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds, color }, rows, context) =>
    editTags(tagIds, rows, context, true, (tag) =>
      tag.color === color ? tag : { ...tag, color, updatedAt: context.now },
    ),
}
