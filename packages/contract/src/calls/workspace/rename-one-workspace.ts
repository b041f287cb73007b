import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'
import { workspace, workspaceName } from '../../wire/workspace.ts'

/** Another name for a workspace. */
export const renameOneWorkspace = defineChange({
  method: 'POST',
  path: '/workspace/rename-one',
  description: 'Another name for a workspace.',
  body: z.strictObject({ workspace_id: id, workspace_name: workspaceName }),
  answer: answer(workspace),
  mutation: 'renameWorkspace',
  toArgs: ({ body }) => ({ workspaceId: body.workspace_id, name: body.workspace_name.trim() }),
  fromArgs: (args) => ({ body: { workspace_id: args.workspaceId, workspace_name: args.name } }),
})
