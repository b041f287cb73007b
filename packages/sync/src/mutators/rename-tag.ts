import {
  type Change,
  ok,
  otherNamesOf,
  refused,
  type Tag,
  tagName,
  withRelations,
  wordsProblem,
} from '@cardinal/domain'
import type { Mutator, RenameUndone } from '../mutation.ts'
import { invalid } from './_internals/cards.ts'
import { mergedTags } from './_internals/merged-tags.ts'
import { deletedTag, findTags } from './_internals/references.ts'
import { keptName } from './_internals/tags.ts'
import { unmergedTags } from './_internals/unmerged-tags.ts'

/**
 * Renames a tag; the name is in kept form. A name of another tag is refused, so that a merge can be offered. If it was
 * taken elsewhere meanwhile, the two tags are merged.
 */
export const renameTag: Mutator<'renameTag'> = {
  reads: ({ tagId, name, undoes }) => ({
    tags: [tagId],
    ...(undoes && {
      tags: [tagId, ...(undoes.childIds ?? [])],
      cards: undoes.cardIds,
      groups: undoes.groupIds,
    }),
    tagNames: [tagName(name)],
    relatedTags: true,
    holdersIfTaken: { tagId, name: tagName(name) },
  }),
  write: ({ tagId, name: text, undoes, keepsName = false }, rows, context) => {
    const name = keptName(text, 'name')
    if (!name.ok) return name
    if (undoes !== undefined && rows.tag(tagId) === undefined && rows.tagAlias(tagId) !== undefined) {
      const before = { ...undoes, tag: { ...undoes.tag, id: tagId, name: name.value } }
      return ok(unmergedTags([before], undefined, undoes.savedSearches, rows, context))
    }
    const tags = findTags([tagId], rows, context, false)
    if (!tags.ok) return tags
    const [living] = tags.value.rows
    const tag = living ?? deletedTag(tagId, rows)
    if (tag === undefined) return ok({ changes: [] })
    const taken = rows.tagByName(name.value)
    if (taken !== undefined && taken.id !== tag.id) {
      if (context.onConflict !== 'merge')
        return refused({ kind: 'tag-name-taken', name: name.value, tagId: taken.id })
      return ok({ changes: living ? mergedTags([tag], taken, rows, keepsName) : [] })
    }
    if (living?.name === name.value) return ok({ changes: [] })
    const tooMany = undoes === undefined ? wordsProblem(name.value) : null
    if (tooMany !== null) return invalid('name', tooMany)
    const row = { ...renamed(tag, name.value, keepsName, undoes), updatedAt: context.now }
    const changes: Change[] = [{ kind: 'tag', id: tag.id, row }]
    if (undoes?.savedSearches === undefined) return ok({ changes })
    const newNameByOld = new Map([[name.value, tag.name]])
    return ok({ changes, restoredSearches: { before: undoes.savedSearches, renamed: newNameByOld } })
  },
}

/**
 * Returns the tag under its new name, by which it is shown. Its present name becomes an other name if it is kept or was
 * one before. The undo of a rename restores the former display name, unless another was chosen since.
 */
function renamed(tag: Tag, name: string, keepsName: boolean, undoes: RenameUndone | undefined): Tag {
  const earlier = undoes === undefined ? [] : otherNamesOf(undoes.tag)
  const back = earlier.filter((one) => tagName(one) === tagName(tag.name))
  const former = keepsName ? [tag.name] : back
  return withRelations(
    { ...tag, name },
    {
      otherNames: [...otherNamesOf(tag), ...former],
      displayName: undoes === undefined ? null : (tag.displayName ?? undoes.tag.displayName ?? null),
    },
  )
}
