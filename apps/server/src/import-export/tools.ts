import type { Id } from '@cardinal/domain'
import type { Hint, Store } from '../store/index.ts'
import type { ChangeLimits } from '../workspaces/change-workspace.ts'

export interface ImportTools {
  readonly store: Store
  readonly bus: { publish(hint: Hint): void }
  readonly state: { readonly isStopping: boolean }
  readonly limits: ChangeLimits
  /** `fileBytes`: most bytes of a card's file. */
  readonly config: { readonly fileBytes: number }
  /** Null: this server fetches no pages. */
  readonly pages: object | null
  /** ms since 1970 */
  readonly now: () => number
  readonly newId: () => Id
}
