import type { Id } from '@cardinal/domain'
import type { Mutation } from './mutation.ts'
import type { RowKind } from './overlay.ts'

/** Values that an act wrote. By them a later undo sees whether somebody else has written there since. */
export interface Written {
  readonly kind: RowKind
  readonly ids: readonly Id[]
  /** Fields of one value. `texts`: of a new card, by `textsHash`; `tagIds`: of a new group. */
  readonly values: Readonly<Record<string, unknown>>
}

/** What takes an act back, and what the act wrote. Plain data, so that it can be kept. */
export interface Undoing {
  readonly undo: readonly Mutation[]
  readonly written: readonly Written[]
  /** Left out: the act was one of this workspace alone. */
  readonly moved?: MovedCards
}

/** Cards that an act made anew in another workspace and deleted here. */
export interface MovedCards {
  readonly workspaceId: Id
  /** `texts`: of the card there, by `textsHash`. */
  readonly cards: readonly { readonly from: Id; readonly to: Id; readonly texts: string }[]
}

/** A row that an undo leaves as it is, because it was changed or deleted since. */
export interface LeftRow {
  readonly kind: RowKind
  readonly id: Id
  readonly why: 'changed' | 'deleted'
}

export interface UndoPlan {
  /** To be run in this order; none of them is refused over the rows that the plan was made for. */
  readonly mutations: readonly Mutation[]
  readonly left: readonly LeftRow[]
}
