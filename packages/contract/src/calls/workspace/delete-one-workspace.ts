import * as z from 'zod/mini'
import { defineChange } from '../../call.ts'
import { answer, id } from '../../wire/scalars.ts'

/** Deletes a workspace with all that is in it; `confirm` is its name. */
export const deleteOneWorkspace = defineChange({
  method: 'POST',
  path: '/workspace/delete-one',
  description: 'Deletes a workspace with all that is in it; `confirm` is its name.',
  body: z.strictObject({ workspace_id: id, confirm: z.string().check(z.maxLength(1_000)) }),
  answer: answer(id),
  mutation: 'deleteWorkspace',
  toArgs: ({ body }) => ({ workspaceId: body.workspace_id, confirm: body.confirm }),
  fromArgs: (args) => ({ body: { workspace_id: args.workspaceId, confirm: args.confirm } }),
})
