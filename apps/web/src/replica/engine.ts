import { type AskableWorkspace, WorkspaceIndex } from '@cardinal/engine'

/** The one place that chooses which implementation answers questions in the browser; the replica keeps all rows. */
export function createEngine(): AskableWorkspace {
  return new WorkspaceIndex({ copiesRows: false })
}
