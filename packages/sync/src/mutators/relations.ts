import {
  checkOtherName,
  childGroupIdsOf,
  isCalled,
  LIMITS,
  ok,
  otherNamesOf,
  parentIdsOf,
  tagName,
  withRelations,
  wordsProblem,
} from '@cardinal/domain'
import type { Mutator } from '../mutation.ts'
import { editRelations } from './_internals/merged-tags.ts'
import { findGroups, findTags, invalid } from './_internals/rows.ts'

/** Adds other names to a tag. A name that another tag has too then means both. */
export const addTagNames: Mutator<'addTagNames'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, names }, rows, context) => {
    const kept: string[] = []
    for (const text of names) {
      const name = checkOtherName(text)
      if (!name.ok) return invalid('names', name.error)
      kept.push(name.value)
    }
    return editRelations([tagId], rows, context, true, (tag) => {
      const tooMany = kept.filter((name) => !isCalled(tag, name)).map(wordsProblem)
      const problem = tooMany.find((one) => one !== null)
      if (problem != null) return invalid('names', problem)
      const otherNames = [...otherNamesOf(tag), ...kept]
      return otherNames.length > LIMITS.otherNames && context.onConflict !== 'merge'
        ? invalid('names', `A tag has at most ${LIMITS.otherNames} other names.`)
        : { ok: true, value: withRelations(tag, { otherNames }) }
    })
  },
}

/** Removes other names of a tag, ignoring case. */
export const removeTagNames: Mutator<'removeTagNames'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, names }, rows, context) => {
    const gone = new Set(names.map(tagName))
    return editRelations([tagId], rows, context, false, (tag) =>
      ok(withRelations(tag, { otherNames: otherNamesOf(tag).filter((name) => !gone.has(tagName(name))) })),
    )
  },
}

/**
 * Sets the name by which a tag is shown; null: its name. A name that the tag lacks becomes an other name of
 * it, so that each shown name means the tag. This holds even if the name was removed elsewhere meanwhile.
 */
export const setTagDisplayName: Mutator<'setTagDisplayName'> = {
  reads: ({ tagId }) => ({ tags: [tagId] }),
  write: ({ tagId, displayName }, rows, context) => {
    const checked = displayName === null ? null : checkOtherName(displayName)
    if (checked?.ok === false) return invalid('displayName', checked.error)
    const name = checked === null ? null : checked.value
    return editRelations([tagId], rows, context, name !== null, (tag) => {
      const isNew = name !== null && !isCalled(tag, name)
      const tooMany = isNew ? wordsProblem(name) : null
      if (tooMany !== null) return invalid('displayName', tooMany)
      const otherNames = isNew ? [...otherNamesOf(tag), name] : otherNamesOf(tag)
      return otherNames.length > LIMITS.otherNames && context.onConflict !== 'merge'
        ? invalid('displayName', `A tag has at most ${LIMITS.otherNames} other names.`)
        : ok(withRelations(tag, { otherNames, displayName: name }))
    })
  },
}

/** Makes every tag imply every parent. A cycle is no error: its tags then imply each other. */
export const addTagParents: Mutator<'addTagParents'> = {
  reads: ({ tagIds, parentIds }) => ({ tags: [...tagIds, ...parentIds] }),
  write: ({ tagIds, parentIds }, rows, context) => {
    const parents = findTags(parentIds, rows, context, true)
    if (!parents.ok) return parents
    const added = parents.value.rows.map(({ id }) => id)
    const edited = editRelations(tagIds, rows, context, true, (tag) => {
      const all = [...new Set([...parentIdsOf(tag), ...added])]
      return all.length > LIMITS.parentTags && context.onConflict !== 'merge'
        ? invalid('parentIds', `A tag is part of at most ${LIMITS.parentTags} others.`)
        : ok(withRelations(tag, { parentIds: all }))
    })
    return edited.ok && edited.value.changes.length > 0
      ? ok({ changes: [...parents.value.revived, ...edited.value.changes] })
      : edited
  },
}

/** Removes parents from tags. The parents may be deleted or merged. */
export const removeTagParents: Mutator<'removeTagParents'> = {
  reads: ({ tagIds, parentIds }) => ({ tags: [...tagIds, ...parentIds] }),
  write: ({ tagIds, parentIds }, rows, context) => {
    const found = findTags(parentIds, rows, { ...context, onConflict: 'merge' }, false)
    const gone = new Set([...parentIds, ...(found.ok ? found.value.rows.map(({ id }) => id) : [])])
    return editRelations(tagIds, rows, context, false, (tag) =>
      ok(withRelations(tag, { parentIds: parentIdsOf(tag).filter((id) => !gone.has(id)) })),
    )
  },
}

/** Makes every tag of these groups, present or future, imply these tags. */
export const addChildGroups: Mutator<'addChildGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const groups = findGroups(groupIds, rows, context, true)
    if (!groups.ok) return groups
    const added = groups.value.rows.map(({ id }) => id)
    const edited = editRelations(tagIds, rows, context, true, (tag) => {
      const all = [...new Set([...childGroupIdsOf(tag), ...added])]
      return all.length > LIMITS.childGroups && context.onConflict !== 'merge'
        ? invalid('groupIds', `A tag contains at most ${LIMITS.childGroups} groups.`)
        : ok(withRelations(tag, { childGroupIds: all }))
    })
    return edited.ok && edited.value.changes.length > 0
      ? ok({ changes: [...groups.value.revived, ...edited.value.changes] })
      : edited
  },
}

/**
 * Removes child groups from tags, so that the groups' tags no longer imply them. The groups may be deleted or
 * merged.
 */
export const removeChildGroups: Mutator<'removeChildGroups'> = {
  reads: ({ tagIds, groupIds }) => ({ tags: tagIds, groups: groupIds }),
  write: ({ tagIds, groupIds }, rows, context) => {
    const found = findGroups(groupIds, rows, { ...context, onConflict: 'merge' }, false)
    const gone = new Set([...groupIds, ...(found.ok ? found.value.rows.map(({ id }) => id) : [])])
    return editRelations(tagIds, rows, context, false, (tag) =>
      ok(withRelations(tag, { childGroupIds: childGroupIdsOf(tag).filter((id) => !gone.has(id)) })),
    )
  },
}
