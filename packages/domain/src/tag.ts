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
  /** Moves with name and colour; not with clicks or cards. */
  readonly updatedAt: number
}
