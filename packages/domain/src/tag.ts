import type { Color } from './color.ts'
import type { Id } from './id.ts'

/** A word on cards. Which cards carry it and which groups hold it is kept on those. */
export interface Tag {
  readonly id: Id
  /** As `tagName` gives it; unique in a workspace. */
  readonly name: string
  readonly color: Color | null
  readonly clickCount: number
  readonly lastClickedAt: number | null
  readonly createdAt: number
  /** Moves with name, colour, display name, other names, parents and child groups; not with clicks or cards. */
  readonly updatedAt: number
  /**
   * Further spellings that mean this tag, in the form of `checkOtherName`. Left out: none. A name that several tags
   * have means all of them.
   */
  readonly otherNames?: readonly string[]
  /**
   * Which of its names it is shown by, in the spelling that the person chose: another name, or the name in other case.
   * Left out: the name.
   */
  readonly displayName?: string
  /**
   * Tags that this one implies: a card with it is found by them, too. Left out: none. An id of a tag that is gone means
   * nothing, until that tag comes back. Tags in a circle imply each other.
   */
  readonly parentIds?: readonly Id[]
  /**
   * Groups of which every tag implies this one. Left out: none. An id of a group that is gone means nothing, until that
   * group comes back.
   */
  readonly childGroupIds?: readonly Id[]
}
