import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { group } from '../../wire/group.ts'
import { answer, sentIds, workspaceId } from '../../wire/scalars.ts'

/** Groups by the share of the tags that they hold. */
export const getClosestGroups = defineQuestion({
  method: 'POST',
  path: '/tag/get-closest-groups',
  description: 'Groups by the share of the tags that they hold.',
  body: z.strictObject({ tag_ids: sentIds, workspace_id: workspaceId }),
  answer: answer(z.array(group)),
})
