import { fold, type Id, LIMITS, lengthProblem, type Workspace } from '@cardinal/domain'
import { useMemo } from 'react'
import { askText, confirm } from '../../overlays/index.ts'
import { type Account, useAccount, useReplica } from '../../replica/index.ts'
import { toast, UNDERSTOOD } from '../../ui/index.ts'
import { newId } from '../changes/new-id.ts'

export interface WorkspaceActs {
  /**
   * Creates and opens a workspace. Asks for a missing name, and shows what is wrong with a given one. Resolves
   * with whether it was created.
   */
  create(name?: string): Promise<boolean>
  open(workspaceId: Id): Promise<void>
  rename(workspace: Workspace): Promise<void>
  /**
   * Deletes a workspace after its name was typed, because its contents can't be restored. `beforeItGoes` is
   * called after that.
   */
  remove(workspace: Workspace, beforeItGoes?: () => void): Promise<void>
}

/** Creates, renames and deletes workspaces. The rail, the menu, the home page and the palette use it. */
export function useWorkspaceActs(): WorkspaceActs {
  const account = useAccount()
  const { workspaceId: openId } = useReplica()
  return useMemo(() => actsOf(account, openId), [account, openId])
}

function actsOf(account: Account, openId: Id): WorkspaceActs {
  const open = (workspaceId: Id) =>
    account.mutate({ name: 'updateSettings', args: { currentWorkspaceId: workspaceId } })
  return {
    open,
    create: async (given) => {
      const problem = given === undefined ? null : workspaceNameProblem(given, account.workspaces, null)
      if (problem !== null) {
        toast(problem, UNDERSTOOD)
        return false
      }
      const name =
        given ??
        (await askText({
          title: 'New workspace',
          label: 'Name',
          confirmLabel: 'Create',
          check: (text) => workspaceNameProblem(text, account.workspaces, null),
        }))
      if (name === null) return false
      const id = newId()
      await account.mutate({ name: 'createWorkspace', args: { id, name: name.trim() } })
      await open(id)
      toast(`Opened “${name.trim()}”`)
      return true
    },
    rename: async (workspace) => {
      const name = await askText({
        title: 'Rename workspace',
        label: 'New name',
        value: workspace.name,
        confirmLabel: 'Rename',
        check: (text) => workspaceNameProblem(text, account.workspaces, workspace.id),
      })
      if (name === null || name.trim() === workspace.name) return
      await account.mutate({
        name: 'renameWorkspace',
        args: { workspaceId: workspace.id, name: name.trim() },
      })
      toast(`Renamed to “${name.trim()}”`, {
        label: 'Undo',
        onSelect: () =>
          void account.mutate({
            name: 'renameWorkspace',
            args: { workspaceId: workspace.id, name: workspace.name },
          }),
      })
    },
    remove: async (workspace, beforeItGoes) => {
      const isSure = await confirm({
        title: `Delete “${workspace.name}”?`,
        text: 'All its cards, tags and groups go with it, for good. Export it first if you may want it again.',
        confirmLabel: 'Delete workspace',
        isDanger: true,
        typed: workspace.name,
      })
      if (!isSure) return
      beforeItGoes?.()
      const next = account.workspaces.find((other) => other.id !== workspace.id)
      if (workspace.id === openId && next !== undefined) await open(next.id)
      await account.mutate({
        name: 'deleteWorkspace',
        args: { workspaceId: workspace.id, confirm: workspace.name },
      })
      toast(`Deleted “${workspace.name}”`)
    },
  }
}

/** The problem of a name as a sentence. Null: none. `ownId`: the workspace being renamed. */
export function workspaceNameProblem(
  text: string,
  workspaces: readonly Workspace[],
  ownId: Id | null,
): string | null {
  const name = text.trim()
  if (name === '') return 'Write a name first.'
  const tooLong = lengthProblem('A name', name, LIMITS.nameLength)
  if (tooLong !== null) return tooLong
  const namesake = workspaces.find((other) => other.id !== ownId && fold(other.name) === fold(name))
  return namesake ? `There is a workspace “${namesake.name}” already.` : null
}
