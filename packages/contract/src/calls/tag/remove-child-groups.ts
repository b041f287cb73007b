import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fewCombinations, id, listOf, someIds } from '../../wire/scalars.ts'
import { tag } from '../../wire/tag.ts'

/** Being in one of these groups implies none of these tags any more. */
export const removeChildGroups = defineChange({
  method: 'POST',
  path: '/tag/remove-child-groups',
  description: 'Being in one of these groups implies none of these tags any more.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: listOf(id, LIMITS.childGroups, 1) })
    .check(fewCombinations(['tag_ids', 'group_ids'], LIMITS.combinations)),
  answer: changed(z.array(tag)),
  mutation: 'removeChildGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})
