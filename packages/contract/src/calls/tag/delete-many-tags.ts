import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, ids, someIds } from '../../wire/scalars.ts'

/** Deletes tags, off their cards and out of their groups. */
export const deleteManyTags = defineChange({
  method: 'POST',
  path: '/tag/delete-many',
  description: 'Deletes tags, off their cards and out of their groups.',
  body: z.strictObject({ tag_ids: someIds }),
  answer: changed(ids),
  mutation: 'deleteTags',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids) }),
  fromArgs: ({ tagIds }) => ({ body: { tag_ids: [...tagIds] } }),
})
