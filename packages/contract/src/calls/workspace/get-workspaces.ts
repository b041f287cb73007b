import * as z from 'zod/mini'
import { defineQuestion } from '../../call.ts'
import { answer } from '../../wire/scalars.ts'
import { workspace } from '../../wire/workspace.ts'

/** All workspaces of the person. */
export const getWorkspaces = defineQuestion({
  method: 'POST',
  path: '/workspace/get-workspaces',
  description: 'All workspaces of the person.',
  answer: answer(z.array(workspace)),
})
