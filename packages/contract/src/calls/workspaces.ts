import * as z from 'zod/mini'
import { defineChange, defineQuestion } from '../call.ts'
import { workspace, workspaceName } from '../wire/group.ts'
import { answer, id, maxLength, settledId, stagedId } from '../wire/scalars.ts'

export const getWorkspaces = defineQuestion({
  method: 'POST',
  path: '/workspace/get-workspaces',
  description: 'All workspaces of the person.',
  answer: answer(z.array(workspace)),
})

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

export const deleteOneWorkspace = defineChange({
  method: 'POST',
  path: '/workspace/delete-one',
  description: 'Deletes a workspace with all that is in it; `confirm` is its name.',
  body: z.strictObject({ workspace_id: id, confirm: z.string().check(maxLength(1_000)) }),
  answer: answer(id),
  mutation: 'deleteWorkspace',
  toArgs: ({ body }) => ({ workspaceId: body.workspace_id, confirm: body.confirm }),
  fromArgs: (args) => ({ body: { workspace_id: args.workspaceId, confirm: args.confirm } }),
})
