import type { Mutator } from '../mutation.ts'
import { editTags } from './_internals/tags.ts'

/** Adds one click to each tag. The time of the last click never goes back. Missing tags are skipped. */
export const addClicks: Mutator<'addClicks'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds, clickedAt }, rows, context) =>
    editTags(tagIds, rows, context, false, (tag) => ({
      ...tag,
      clickCount: tag.clickCount + 1,
      lastClickedAt: Math.max(tag.lastClickedAt ?? clickedAt, clickedAt),
    })),
}
