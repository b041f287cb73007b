import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fewCombinations, id, listOf, someIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Every tag of every group implies these tags: a card with a tag of the group is found by them, too. */
export const addChildGroups = defineChange({
  method: 'POST',
  path: '/tag/add-child-groups',
  description:
    'Every tag of every group implies these tags: a card with a tag of the group is found by them, too.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: listOf(id, LIMITS.childGroups, 1) })
    .check(fewCombinations(['tag_ids', 'group_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'addChildGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})
