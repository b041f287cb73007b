import type { Color } from './color.ts'
import type { Id } from './id.ts'

/** A hidden group's tags are left out of suggestions, never out of search. */
export interface TagGroup {
  readonly id: Id
  /** Same rules as tag names; unique in a workspace. */
  readonly title: string
  readonly color: Color | null
  readonly isHidden: boolean
  /** In the order of attaching; each id once. */
  readonly tagIds: readonly Id[]
  readonly createdAt: number
  readonly updatedAt: number
}
