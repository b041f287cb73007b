import { type Color, displayNameOf, type Id, tagName } from '@cardinal/domain'

/** What a chip shows of a tag. */
export interface ChipTag {
  readonly id: Id
  readonly name: string
  readonly displayName?: string
  readonly color: Color | null
}

type Named = Pick<ChipTag, 'name' | 'displayName'>

/** Returns what a chip says: what the tag is shown as, and its name where that is more than another case of it. */
export function chipNames(tag: Named): { label: string; tagName?: string } {
  const label = displayNameOf(tag)
  return tagName(label) === tag.name ? { label } : { label, tagName: tag.name }
}
