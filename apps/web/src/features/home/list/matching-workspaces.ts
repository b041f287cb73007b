import { fold, searchWords, type Workspace } from '@cardinal/domain'

/**
 * Returns the workspaces whose name contains each of the words and none of the excluded ones, in their present order.
 */
export function matchingWorkspaces(workspaces: readonly Workspace[], text: string): readonly Workspace[] {
  const words = searchWords(text)
  return workspaces.filter((workspace) =>
    words.every((word) => fold(workspace.name).includes(fold(word.text)) !== word.isExcluded),
  )
}
