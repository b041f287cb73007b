import type { Card } from './card.ts'
import type { Id } from './id.ts'
import type { Rule } from './rules.ts'
import type { Tag, TagGroup } from './tag.ts'

/**
 * What happened to one row: its new state, or null for a deletion. Mutators return it, the store writes it, the feed carries
 * it, the engine applies it.
 *
 * Cascade: applying `{kind: 'tag', row: null}` also removes the tag from every card and group. No further changes follow for
 * those cards and groups.
 *
 * `mergedInto` comes with a deleted tag or group: the id stands for that one from now on, because the two were merged or the
 * same name was made twice. Changes written meanwhile on other devices thus find their tag.
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
