import type { Card } from './card.ts'
import type { Id } from './id.ts'
import type { Rule } from './rules.ts'
import type { Tag, TagGroup } from './tag.ts'

/**
 * The new state of one row, or null for a deletion. Mutators return it, the store writes it, the feed sends
 * it, the engine applies it.
 *
 * Cascade: applying `{kind: 'tag', row: null}` also removes the tag from every card and group. No further
 * changes follow for those cards and groups.
 *
 * `mergedInto` is set on a deleted tag or group that was merged, or whose name was created twice. It is the
 * id of the remaining row, to which later changes of the deleted id are redirected.
 */
export type Change =
  | { readonly kind: 'card'; readonly id: Id; readonly row: Card | null }
  | {
      readonly kind: 'tag'
      readonly id: Id
      readonly row: Tag | null
      readonly mergedInto?: Id
    }
  | {
      readonly kind: 'group'
      readonly id: Id
      readonly row: TagGroup | null
      readonly mergedInto?: Id
    }
  | { readonly kind: 'workspace'; readonly id: Id; readonly row: Workspace | null }

export interface Workspace {
  readonly id: Id
  readonly name: string
  readonly createdAt: number
  readonly updatedAt: number
  /** In the order in which they were made. Absent: none. */
  readonly rules?: readonly Rule[]
}
