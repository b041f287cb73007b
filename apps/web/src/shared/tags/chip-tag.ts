import type { Color, Id } from '@cardinal/domain'

/** What a chip shows of a tag. */
export interface ChipTag {
  readonly id: Id
  readonly name: string
  readonly color: Color | null
}
