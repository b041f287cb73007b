import { ok, tagName, unique } from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { keptName } from './_internals/tags.ts'
import { unmergedTags } from './_internals/unmerged-tags.ts'

/** Undoes a merge: tags, clicks, cards, groups and saved searches. Later changes of others stay. */
export const unmergeTags: Mutator<'unmergeTags'> = {
  reads: ({ tags, into }) => ({
    tags: unique([...tags.flatMap(({ tag, childIds = [] }) => [tag.id, ...childIds]), into.id]),
    tagNames: unique(tags.map(({ tag }) => tagName(tag.name))),
    cards: unique(tags.flatMap(({ cardIds }) => cardIds)),
    groups: unique(tags.flatMap(({ groupIds }) => groupIds)),
  }),
  write: ({ tags, into, savedSearches }, rows, context) => {
    const named = []
    for (const one of tags) {
      const name = keptName(one.tag.name, 'name')
      if (!name.ok) return name
      named.push({ ...one, tag: { ...one.tag, name: name.value } })
    }
    return ok(unmergedTags(named, into, savedSearches, rows, context))
  },
}
