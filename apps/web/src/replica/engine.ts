import { type AskableWorkspace, WorkspaceIndex } from '@cardinal/engine'

/** Creates the engine of the browser. The replica keeps all rows, so the engine doesn't copy them. */
export function createEngine(): AskableWorkspace {
  return new WorkspaceIndex({ copiesRows: false })
}
