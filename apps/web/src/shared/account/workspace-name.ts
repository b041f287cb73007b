import { fold, type Id, LIMITS, lengthProblem, type Workspace } from '@cardinal/domain'

/** Returns what is wrong with a workspace's name, as a sentence; null when nothing is. `ownId`: the one renamed. */
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
