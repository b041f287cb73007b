import type { Id } from '@cardinal/domain'
import type { Mutation } from './mutation.ts'
import type { RowKind } from './overlay.ts'

/** Values that an act wrote. A later undo compares them to detect changes of others. */
export interface Written {
  readonly kind: RowKind
  readonly ids: readonly Id[]
  /** Fields of one value. `texts`: of a new card, by `textsHash`; `tagIds`: of a new group. */
  readonly values: Readonly<Record<string, unknown>>
}

/** The mutations that undo an act, and the values that it wrote. Plain data, so that it can be stored. */
export interface Undoing {
  readonly undo: readonly Mutation[]
  readonly written: readonly Written[]
  /** Left out: the act changed this workspace alone. */
  readonly moved?: MovedCards
}

/** Cards that an act moved: recreated in another workspace and deleted here. */
export interface MovedCards {
  readonly workspaceId: Id
  /** `texts`: of the card in the other workspace, by `textsHash`. */
  readonly cards: readonly { readonly from: Id; readonly to: Id; readonly texts: string }[]
}

/** A row that an undo does not restore, because it was changed or deleted since. */
export interface LeftRow {
  readonly kind: RowKind
  readonly id: Id
  readonly why: 'changed' | 'deleted'
}

export interface UndoPlan {
  /** Run in this order. None is refused over the rows of the plan. */
  readonly mutations: readonly Mutation[]
  readonly left: readonly LeftRow[]
}
