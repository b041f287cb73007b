import { LIMITS, unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fewCombinations, ids, someIds } from '../../wire/scalars.ts'

/** Every tag out of every group. */
export const detachGroups = defineChange({
  method: 'POST',
  path: '/tag/detach-groups',
  description: 'Every tag out of every group.',
  body: z
    .strictObject({ tag_ids: someIds, group_ids: someIds })
    .check(fewCombinations(['group_ids', 'tag_ids'], LIMITS.combinations)),
  answer: changed(z.object({ tag_ids: ids, group_ids: ids })),
  mutation: 'detachGroups',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), groupIds: unique(body.group_ids) }),
  fromArgs: ({ tagIds, groupIds }) => ({ body: { tag_ids: [...tagIds], group_ids: [...groupIds] } }),
})
