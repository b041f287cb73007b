import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { searchWords, workspaceId } from '../../wire/scalars.ts'
import { tagList, withIds } from '../../wire/tag.ts'

/** Tags named by the keywords, then up to twenty that are near. */
export const getMatchingTagsBySearchword = defineQuestion({
  method: 'POST',
  path: '/tag/get-matching-tags-by-searchword',
  description: 'Tags named by the keywords, then up to twenty that are near.',
  body: z.strictObject({
    keywords: searchWords,
    workspace_id: workspaceId,
    with_ids: withIds,
  }),
  answer: tagList,
})
