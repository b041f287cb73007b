import { type Calls, type getWorkspaces, workspaceToWire } from '@cardinal/contract'
import { ok, refused } from '@cardinal/domain'
import { withoutWorkspace } from '@cardinal/sync'
import { newEpoch } from '../lib/ids.ts'
import { callerOf, type HandlerOf, type PlainHandler } from './handler.ts'

export const getWorkspacesHandler: PlainHandler<typeof getWorkspaces> = async (_input, context) => {
  const workspaces = await context.services.store.workspaces.ofUser(callerOf(context).userId)
  return ok({ data: workspaces.map(workspaceToWire) })
}

type WorkspaceChange = 'createOneWorkspace' | 'renameOneWorkspace' | 'deleteOneWorkspace'

export const workspaceChanges: { readonly [Name in WorkspaceChange]: HandlerOf<Calls[Name]> } = {
  createOneWorkspace: async ({ tx, user, args, services }) => {
    if ((await tx.workspaces.byId(user.id, args.id)) !== undefined)
      return refused({ kind: 'id-taken', id: args.id })
    const now = services.now()
    const workspace = { id: args.id, name: args.name, createdAt: now, updatedAt: now }
    const epoch = newEpoch()
    await tx.workspaces.insert(user.id, { ...workspace, seq: 1, epoch, minSeq: 0, rev: 1 })
    return ok({ answer: { data: workspaceToWire(workspace) }, moved: { workspaceId: args.id, seq: 1 } })
  },

  renameOneWorkspace: async ({ tx, user, args, services }) => {
    const workspace = await tx.workspaces.byId(user.id, args.workspaceId)
    if (workspace === undefined)
      return refused({ kind: 'not-found', what: 'workspace', id: args.workspaceId })
    if (workspace.name === args.name) return ok({ answer: { data: workspaceToWire(workspace) }, moved: null })
    const renamed = { ...workspace, name: args.name, updatedAt: services.now() }
    const seq = await tx.workspaces.nextSeq(user.id, workspace.id)
    await tx.workspaces.rename(user.id, renamed, seq)
    return ok({ answer: { data: workspaceToWire(renamed) }, moved: { workspaceId: workspace.id, seq } })
  },

  /** The last workspace can't be deleted. */
  deleteOneWorkspace: async ({ tx, user, args, onConflict, services }) => {
    const workspaces = await tx.workspaces.ofUser(user.id)
    const workspace = workspaces.find(({ id }) => id === args.workspaceId)
    if (workspace === undefined)
      return refused({ kind: 'not-found', what: 'workspace', id: args.workspaceId })
    const isMerged = onConflict === 'merge'
    if (args.confirm !== workspace.name && !isMerged)
      return refused({ kind: 'invalid', field: 'confirm', reason: 'this is not the name of the workspace.' })
    if (workspaces.length === 1 && isMerged) return ok({ answer: { data: workspace.id }, moved: null })
    if (workspaces.length === 1)
      return refused({
        kind: 'invalid',
        field: 'workspace_id',
        reason: 'the last workspace cannot be deleted.',
      })
    await tx.workspaces.remove(user.id, workspace.id, services.now())
    await tx.users.update(user.id, {
      ...withoutWorkspace(user, workspace.id),
      ...(user.currentWorkspaceId === workspace.id && { currentWorkspaceId: null }),
    })
    const moved = { workspaceId: workspace.id, seq: workspace.seq + 1 }
    return ok({ answer: { data: workspace.id }, moved })
  },
}
