import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { isTagOrder } from '../../wire/listing.ts'
import { atMost, workspaceId } from '../../wire/scalars.ts'
import { tagList, withIds } from '../../wire/tag.ts'

/** All tags, sorted. */
export const getAllTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-all-tags',
  description: 'All tags, sorted.',
  body: z
    .strictObject({
      workspace_id: workspaceId,
      statOption_1: z.optional(atMost(50)),
      statOption_2: z.optional(atMost(50)),
      with_ids: withIds,
    })
    .check(isTagOrder),
  answer: tagList,
})
