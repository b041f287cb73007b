import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { groupList } from '../../wire/group.ts'
import { workspaceId } from '../../wire/scalars.ts'

/** All groups. */
export const getAllGroups = defineQuestion({
  method: 'POST',
  path: '/tag/get-all-groups',
  description: 'All groups.',
  body: z.strictObject({ workspace_id: workspaceId }),
  answer: groupList,
})
