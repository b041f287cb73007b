import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer, count, wireType, workspaceId } from '../../wire/scalars.ts'

/** How many cards there are of each type. */
export const getCount = defineQuestion({
  method: 'POST',
  path: '/entity/get-count',
  description: 'How many cards there are of each type.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: answer(z.array(z.object({ type: wireType, count }))),
})
