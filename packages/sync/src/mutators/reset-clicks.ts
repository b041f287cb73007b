import type { Mutator } from '../mutation.ts'
import { editTags } from './_internals/tags.ts'

/** Resets the clicks of tags. */
export const resetClicks: Mutator<'resetClicks'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds }, rows, context) =>
    editTags(tagIds, rows, context, false, (tag) =>
      tag.clickCount === 0 && tag.lastClickedAt === null
        ? tag
        : { ...tag, clickCount: 0, lastClickedAt: null },
    ),
}
