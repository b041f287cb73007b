import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, ids, someIds } from '../../wire/scalars.ts'

/** As if the tags had never been clicked. */
export const resetClickCounts = defineChange({
  method: 'POST',
  path: '/tag/reset-click-counts',
  description: 'As if the tags had never been clicked.',
  body: z.strictObject({ tag_ids: someIds }),
  answer: changed(ids),
  mutation: 'resetClicks',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids) }),
  fromArgs: ({ tagIds }) => ({ body: { tag_ids: [...tagIds] } }),
})
