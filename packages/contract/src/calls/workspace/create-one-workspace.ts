import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { answer, settledId, stagedId } from '../../wire/scalars.ts'
import { workspace, workspaceName } from '../../wire/workspace.ts'

/** A new workspace. */
export const createOneWorkspace = defineChange({
  method: 'POST',
  path: '/workspace/create-one',
  description: 'A new workspace.',
  body: z.strictObject({ workspace_name: workspaceName, _id: z.optional(stagedId) }),
  answer: answer(workspace),
  mutation: 'createWorkspace',
  toArgs: ({ body }, { newId }) => ({ id: settledId(body._id, newId), name: body.workspace_name.trim() }),
  fromArgs: ({ id: _id, name: workspace_name }) => ({ body: { _id, workspace_name } }),
})
