import type { Id, TagGroup } from '@cardinal/domain'
import type { ClosestGroup } from '../../questions.ts'
import { byTitle, type NaiveRows } from '../naive-rows.ts'

export function allGroups(rows: NaiveRows): TagGroup[] {
  return rows.groups.sort(byTitle)
}

export function groupsById(rows: NaiveRows, { ids }: { ids: readonly Id[] }): (TagGroup | undefined)[] {
  return ids.map((id) => rows.groupsById.get(id))
}

export function groupsOfTags(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): TagGroup[] {
  const held = (group: TagGroup) => group.tagIds.filter((id) => tagIds.includes(id)).length
  return rows.groups.filter((group) => held(group) > 0).sort((a, b) => held(b) - held(a) || byTitle(a, b))
}

export function closestGroups(rows: NaiveRows, { tagIds }: { tagIds: readonly Id[] }): ClosestGroup[] {
  return groupsOfTags(rows, { tagIds })
    .map((group) => {
      const held = group.tagIds.filter((id) => tagIds.includes(id)).length
      return { group, held, others: group.tagIds.length - held }
    })
    .sort((a, b) => b.held - a.held || a.others - b.others || byTitle(a.group, b.group))
}
