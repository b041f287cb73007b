import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fewCombinations, id, listOf, someIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Every tag implies every parent: a card with the tag is found by the parent, too. */
export const addParents = defineChange({
  method: 'POST',
  path: '/tag/add-parents',
  description: 'Every tag implies every parent: a card with the tag is found by the parent, too.',
  body: z
    .strictObject({ tag_ids: someIds, parent_tag_ids: listOf(id, LIMITS.parentTags, 1) })
    .check(fewCombinations(['tag_ids', 'parent_tag_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'addTagParents',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), parentIds: unique(body.parent_tag_ids) }),
  fromArgs: ({ tagIds, parentIds }) => ({
    body: { tag_ids: [...tagIds], parent_tag_ids: [...parentIds] },
  }),
})
