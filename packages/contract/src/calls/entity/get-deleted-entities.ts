import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { entity } from '../../wire/entity.ts'
import { count, page, workspaceId } from '../../wire/scalars.ts'

/** Deleted cards that can be restored, the latest deletion first. */
export const getDeletedEntities = defineQuestion({
  method: 'POST',
  path: '/entity/get-deleted',
  description: 'Deleted cards that can be restored, the latest deletion first.',
  body: z.strictObject({ params: page, workspace_id: workspaceId }),
  answer: z.object({ data: z.array(entity), total_in_db: count }),
})
