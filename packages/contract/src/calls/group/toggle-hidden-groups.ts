import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { changed, someIds } from '../../wire/scalars.ts'

/** Groups hidden or shown; without `hidden`, the opposite of each. */
export const toggleHiddenGroups = defineChange({
  method: 'PATCH',
  path: '/tag/toggle-hidden-groups',
  description: 'Groups hidden or shown; without `hidden`, the opposite of each.',
  body: z.strictObject({ group_ids: someIds, hidden: z.optional(z.boolean()) }),
  answer: changed(z.array(group)),
  mutation: 'setGroupsHidden',
  toArgs: ({ body }) => ({ groupIds: unique(body.group_ids), isHidden: body.hidden ?? null }),
  fromArgs: ({ groupIds, isHidden }) => ({
    body: { group_ids: [...groupIds], ...(isHidden !== null && { hidden: isHidden }) },
  }),
})
