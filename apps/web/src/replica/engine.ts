import type { AskableWorkspace } from '@cardinal/engine'
import { NaiveWorkspace } from '@cardinal/engine/reference'

/** The one place that chooses which implementation answers questions in the browser. */
export function createEngine(): AskableWorkspace {
  return new NaiveWorkspace()
}
