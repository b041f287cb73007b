import { COPY_RULES, LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { answer, id, listOf } from '../../wire/scalars.ts'
import { copyRule } from './get-copy-rule.ts'

/** Changes of which links copies are kept. */
export const updateCopyRule = defineCall({
  method: 'POST',
  path: '/user/update-copy-rule',
  description:
    'Changes of which links copies are kept: `chosen` of those for which `POST /entity/keep-copies` asks, `tags` also of all links with one of these tags, `all` of all links. Links that are there already are fetched as those of an import are. The copies that there are stay.',
  access: 'write',
  body: z.strictObject({
    keeps: z.enum(COPY_RULES),
    tag_ids: z.optional(listOf(id, LIMITS.copyTags)),
  }),
  answer: answer(copyRule),
})
