import { type Id, ok, refused, type TagGroup, tagName, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { findTags } from './_internals/cards.ts'
import { sameButTimes } from './_internals/same.ts'
import { keptName } from './_internals/tags.ts'

/** New groups, all holding the same tags. A title that is taken stands for its group, which gets the tags too. */
export const createGroups: Mutator<'createGroups'> = {
  reads: ({ groups, tagIds }) => ({
    groups: groups.map(({ id }) => id),
    groupTitles: groups.map(({ title }) => tagName(title)),
    tags: tagIds,
  }),
  write: ({ groups, tagIds }, rows, { now }) => {
    const tags = findTags(tagIds, rows)
    if (!tags.ok) return tags
    const rowById = new Map<Id, TagGroup>()
    const titles = new Set<string>()
    for (const { id, title: text } of groups) {
      const title = keptName(text, 'title')
      if (!title.ok) return title
      if (titles.has(title.value)) continue
      titles.add(title.value)
      const taken = rows.groupByTitle(title.value)
      if (taken === undefined && (rows.group(id) !== undefined || rowById.has(id)))
        return refused({ kind: 'id-taken', id })
      const row = taken === undefined ? newGroup(id, title.value, tagIds, now) : withTags(taken, tagIds, now)
      if (row !== taken) rowById.set(row.id, row)
    }
    return ok({ changes: [...rowById.values()].map((row) => ({ kind: 'group', id: row.id, row })) })
  },
}

function newGroup(id: Id, title: string, tagIds: readonly Id[], now: number): TagGroup {
  return { id, title, color: null, isHidden: false, tagIds: unique(tagIds), createdAt: now, updatedAt: now }
}

function withTags(group: TagGroup, tagIds: readonly Id[], now: number): TagGroup {
  const row = { ...group, tagIds: unique([...group.tagIds, ...tagIds]) }
  return sameButTimes(group, row) ? group : { ...row, updatedAt: now }
}
