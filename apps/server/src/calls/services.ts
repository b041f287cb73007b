import type { Id } from '@cardinal/domain'
import type { Operations } from '../access/operation.ts'
import type { Config } from '../config.ts'
import type { NodeState } from '../operations/state.ts'
import type { Store } from '../store/index.ts'
import type { ChangeLimits } from '../workspaces/change-workspace.ts'
import type { EventBus } from '../workspaces/event-bus.ts'
import type { Replicas } from '../workspaces/replicas.ts'

/** What the calls of one node share. */
export interface Services {
  readonly config: Config
  readonly store: Store
  readonly operations: Operations
  readonly replicas: Replicas
  readonly bus: EventBus
  readonly state: NodeState
  readonly limits: ChangeLimits
  /** ms since 1970 */
  readonly now: () => number
  readonly newId: () => Id
}
