import { COLORS, type Color, fold, namesOfTag, searchWords, type TagGroup } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'

/** Words in names, and colours (empty: any; the element null: without a colour). */
interface TagFilter {
  readonly text: string
  readonly colors: readonly (Color | null)[]
}

/** Tags with any of the words and none of the excluded ones in a name, in the given order. */
export function filterTags<T extends Pick<TagInUse, 'name' | 'otherNames' | 'color'>>(
  tags: readonly T[],
  { text, colors }: TagFilter,
): readonly T[] {
  const words = searchWords(text).map((word) => ({ ...word, text: fold(word.text) }))
  const wanted = words.filter((word) => !word.isExcluded)
  const unwanted = words.filter((word) => word.isExcluded)
  if (words.length === 0 && colors.length === 0) return tags
  return tags.filter((tag) => {
    if (colors.length > 0 && !colors.includes(tag.color)) return false
    const names = namesOfTag(tag).map(fold)
    const holds = (word: { readonly text: string }) => names.some((name) => name.includes(word.text))
    return !unwanted.some(holds) && (wanted.length === 0 || wanted.some(holds))
  })
}

/** Colours in use with their numbers of tags, in the order of the palette. No colour is last. */
export function colorsOf(
  tags: readonly Pick<TagInUse, 'color'>[],
): readonly { readonly color: Color | null; readonly count: number }[] {
  const countByColor = new Map<Color | null, number>()
  for (const { color } of tags) countByColor.set(color, (countByColor.get(color) ?? 0) + 1)
  return [...COLORS, null].flatMap((color) => {
    const count = countByColor.get(color)
    return count === undefined ? [] : [{ color, count }]
  })
}

/** Tags under a heading. */
export interface TagSection {
  readonly key: string
  readonly title: string
  readonly color: Color | null
  readonly tags: readonly TagInUse[]
}

/** A section for each group with any of the tags, by title. Tags without a group are last. */
export function sectionsByGroup(
  tags: readonly TagInUse[],
  groups: readonly TagGroup[],
): readonly TagSection[] {
  const sections = [...groups]
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map((group) => ({
      key: group.id,
      title: group.title,
      color: group.color,
      tags: tags.filter((tag) => tag.groupIds.includes(group.id)),
    }))
  const ungrouped = tags.filter((tag) => tag.groupIds.length === 0)
  const last = { key: 'ungrouped', title: 'Ungrouped', color: null, tags: ungrouped }
  return [...sections, last].filter((section) => section.tags.length > 0)
}

/** A section for each colour in use. */
export function sectionsByColor(tags: readonly TagInUse[]): readonly TagSection[] {
  return colorsOf(tags).map(({ color }) => ({
    key: color ?? 'none',
    title: color ?? 'no colour',
    color,
    tags: tags.filter((tag) => tag.color === color),
  }))
}
