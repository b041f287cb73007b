import { COPY_RULES } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, count, id } from '../../wire/scalars.ts'

/** Of which links copies are kept, and how much they take. */
export const copyRule = z.object({
  keeps: z.enum(COPY_RULES),
  tag_ids: z.array(id),
  /** False: this server fetches no pages. */
  is_on: z.boolean(),
  copies: count,
  /** Of the copies and their words. */
  bytes: count,
})

export const getCopyRule = defineCall({
  method: 'GET',
  path: '/user/copy-rule',
  description:
    'Of which links copies of their pages are kept, how many there are, and how many bytes they take.',
  access: 'read',
  answer: answer(copyRule),
})
