import { unique } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { changed, fromInstant, ids, instant, someIds, toInstant } from '../../wire/scalars.ts'

/** One click more for each tag. */
export const addClickCount = defineChange({
  method: 'POST',
  path: '/tag/add-click-count',
  description: 'One click more for each tag.',
  body: z.strictObject({ tag_ids: someIds, lastClickedAt: instant }),
  answer: changed(ids),
  mutation: 'addClicks',
  toArgs: ({ body }) => ({ tagIds: unique(body.tag_ids), clickedAt: fromInstant(body.lastClickedAt) }),
  fromArgs: ({ tagIds, clickedAt }) => ({
    body: { tag_ids: [...tagIds], lastClickedAt: toInstant(clickedAt) },
  }),
})
