import { LIMITS } from '@cardinal/domain'
import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, atMost, id, sentIds, typeAskedFor, workspaceId } from '../../wire/scalars.ts'
import { reason } from '../../wire/suggestion.ts'

/** Tags that history suggests, each with its reasons. */
export const getSuggestedTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-suggested-tags',
  description: 'Tags that history suggests, each with its reasons.',
  body: z.strictObject({
    purpose: z.enum(['narrow', 'label']),
    userIsTyping_inSearchbar: z._default(atMost(LIMITS.contentLength), ''),
    type: typeAskedFor,
    entity_id: z.optional(z.nullable(id)),
    tag_ids: z._default(sentIds, []),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(LIMITS.pageSize)), 10),
    workspace_id: workspaceId,
  }),
  answer: answer(
    z.array(z.object({ tag_id: id, tag_name: z.string(), score: z.number(), reasons: z.array(reason) })),
  ),
})
