import type { Color } from './color.ts'
import type { Id } from './id.ts'

/** A word on cards. Cards and groups hold the ids of their tags, not the reverse. */
export interface Tag {
  readonly id: Id
  /** Normalised by `tagName`; unique in a workspace. */
  readonly name: string
  readonly color: Color | null
  readonly clickCount: number
  readonly lastClickedAt: number | null
  readonly createdAt: number
  /**
   * Set by changes of name, colour, display name, other names, parents and child groups, but not by clicks or
   * cards.
   */
  readonly updatedAt: number
  /**
   * Further spellings that mean this tag, in the form of `checkOtherName`. Absent: none. A name shared by several tags means
   * all of them.
   */
  readonly otherNames?: readonly string[]
  /** The name that is shown, in the person's spelling: another name, or the name in other case. Absent: the name. */
  readonly displayName?: string
  /**
   * Tags that this one implies: a search for them finds its cards. Absent: none. Ids of deleted tags are
   * kept, and ignored until the tag is restored. Tags in a circle imply each other.
   */
  readonly parentIds?: readonly Id[]
  /**
   * Groups of which every tag implies this one. Absent: none. Ids of deleted groups are kept, and ignored
   * until the group is restored.
   */
  readonly childGroupIds?: readonly Id[]
}

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
