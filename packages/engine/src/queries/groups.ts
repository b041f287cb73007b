import type { Id, TagGroup } from '@cardinal/domain'
import type { ClosestGroup, TagInUse } from '../questions.ts'
import { compareTitles } from '../structures/group-table.ts'
import type { Reader } from '../tables.ts'
import { byUse, type TagReader, tagOrdinals, tagsInUse } from './tag-rows.ts'

type GroupReader = Pick<Reader, 'groups'>

export function allGroups({ groups }: GroupReader): TagGroup[] {
  return groups.values().sort(compareTitles)
}

export function groupsById(
  { groups }: GroupReader,
  { ids }: { ids: readonly Id[] },
): (TagGroup | undefined)[] {
  return ids.map((id) => groups.get(id))
}

/** Returns groups that hold any of the tags, most of them first. */
export function groupsOfTags(reader: GroupReader, { tagIds }: { tagIds: readonly Id[] }): TagGroup[] {
  return holders(reader, tagIds)
    .sort((a, b) => b.held - a.held || compareTitles(a.group, b.group))
    .map(({ group }) => group)
}

/** Returns groups by the share of the tags that they hold, then by fewest other tags. */
export function closestGroups(reader: GroupReader, { tagIds }: { tagIds: readonly Id[] }): ClosestGroup[] {
  return holders(reader, tagIds).sort(
    (a, b) => b.held - a.held || a.others - b.others || compareTitles(a.group, b.group),
  )
}

export function tagsOfGroups(reader: TagReader, { groupIds }: { groupIds: readonly Id[] }): TagInUse[] {
  const tagIds = groupIds.flatMap((id) => reader.groups.get(id)?.tagIds ?? [])
  return tagsInUse(reader, tagOrdinals(reader, tagIds)).sort(byUse)
}

export function ungroupedTags(reader: TagReader): TagInUse[] {
  const { tags, groups } = reader
  const loose = tags
    .inNameOrder()
    .filter((ordinal) => groups.holding(tags.at(ordinal)?.id ?? '').length === 0)
  return tagsInUse(reader, loose).sort(byUse)
}

function holders({ groups }: GroupReader, tagIds: readonly Id[]): ClosestGroup[] {
  const asked = new Set(tagIds)
  return groups
    .values()
    .map((group) => {
      const held = group.tagIds.filter((id) => asked.has(id)).length
      return { group, held, others: group.tagIds.length - held }
    })
    .filter(({ held }) => held > 0)
}
