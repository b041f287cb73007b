import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, ids, sentIds, typeAskedFor, workspaceId } from '../../wire/scalars.ts'

/** Tags that go together with the given ones. */
export const getSiblingTags = defineQuestion({
  method: 'POST',
  path: '/tag/get-sibling-tags',
  description: 'Tags that go together with the given ones.',
  body: z.strictObject({
    tag_ids: sentIds,
    negative_tag_ids: z._default(sentIds, []),
    type: typeAskedFor,
    is_enabled: z._default(z.boolean(), true),
    workspace_id: workspaceId,
  }),
  answer: answer(z.object({ tag_ids_for_orOperator: ids, tag_ids_for_andOperator: ids })),
})
