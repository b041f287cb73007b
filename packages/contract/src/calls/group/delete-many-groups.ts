import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, ids, someIds } from '../../wire/scalars.ts'

/** Deletes groups; their tags stay. */
export const deleteManyGroups = defineChange({
  method: 'POST',
  path: '/tag/group/delete-many',
  description: 'Deletes groups; their tags stay.',
  body: z.strictObject({ group_ids: someIds }),
  answer: changed(ids),
  mutation: 'deleteGroups',
  toArgs: ({ body }) => ({ groupIds: unique(body.group_ids) }),
  fromArgs: ({ groupIds }) => ({ body: { group_ids: [...groupIds] } }),
})
