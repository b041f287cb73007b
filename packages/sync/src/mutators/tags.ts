import {
  type Change,
  checkOtherName,
  type Id,
  ok,
  otherNamesOf,
  type Refusal,
  type Result,
  refused,
  type Tag,
  tagName,
  unique,
  withRelations,
  wordsProblem,
} from '@cardinal/domain'
import type { MutationArgs, MutationContext, Mutator, RenameUndone, Rows } from '../mutation.ts'
import { editCards } from './_internals/cards.ts'
import { mergedTags, tagsByAnyName } from './_internals/merged-tags.ts'
import { deletedTag, editTags, findTags, invalid, keptName } from './_internals/rows.ts'
import { unmergedTags } from './_internals/unmerged-tags.ts'

/**
 * Creates tags, and attaches them to cards if given. A name that is taken, also within the list or as an other name,
 * stands for its tag. If the tag was created elsewhere meanwhile, the given id becomes an alias of it. A tag that is
 * recreated under its id, as the undo of a deletion does, has the name and the colour at its deletion. A display name
 * becomes an other name of a new tag, which is shown by it. Existing tags keep their display names.
 */
export const createTags: Mutator<'createTags'> = {
  reads: ({ tags, attachToCardIds }) => ({
    tags: tags.map(({ id }) => id),
    tagNames: tags.map(({ name }) => tagName(name)),
    relatedTags: true,
    cards: attachToCardIds,
  }),
  write: (args, rows, context) => {
    const wrong = context.onConflict === 'merge' ? null : checkCardTypes(args, rows)
    if (wrong !== null) return refused(wrong)
    const made = makeTags(args.tags, rows, context)
    if (!made.ok) return made
    const attached = editCards(args.attachToCardIds, rows, context, (card) =>
      ok({ ...card, tagIds: unique([...card.tagIds, ...made.value.tagIds]) }),
    )
    return attached.ok ? ok({ changes: [...made.value.changes, ...attached.value.changes] }) : attached
  },
}

function makeTags(
  given: MutationArgs['createTags']['tags'],
  rows: Rows,
  { now, onConflict }: MutationContext,
): Result<{ tagIds: Id[]; changes: Change[] }, Refusal> {
  const tagIdByName = new Map<string, Id>()
  const created = new Map<Id, Tag>()
  const aliases: Change[] = []
  const tagNamed = tagsByAnyName(rows)
  for (const { id, name: text, displayName } of given) {
    const isMerged = rows.tagAlias(id) !== undefined
    const deleted = onConflict === 'merge' && !isMerged ? rows.deletedTag(id) : undefined
    const name = keptName(deleted?.name ?? text, 'name')
    if (!name.ok) return name
    const shown = displayName === undefined ? null : checkOtherName(displayName)
    if (shown?.ok === false) return invalid('displayName', shown.error)
    const earlier = tagIdByName.get(name.value)
    // The tag was created under this id before, and renamed elsewhere since.
    const own = onConflict === 'merge' ? rows.tag(id) : undefined
    // The undo of a deletion recreates the deleted tag, even if another tag has its name as an other name.
    const isRemade = !isMerged && rows.deletedTag(id)?.name === name.value
    const taken = own ?? (isRemade ? rows.tagByName(name.value) : tagNamed(name.value))
    const tagId = earlier ?? taken?.id ?? id
    const isFree = rows.tag(id) === undefined && rows.tagAlias(id) !== tagId
    if (onConflict === 'merge' && isFree && tagId !== id)
      aliases.push({ kind: 'tag', id, row: null, mergedInto: tagId })
    if (earlier !== undefined) continue
    tagIdByName.set(name.value, tagId)
    if (taken !== undefined) continue
    const tooMany =
      isRemade || deleted !== undefined
        ? null
        : (wordsProblem(name.value) ?? (shown === null ? null : wordsProblem(shown.value)))
    if (tooMany !== null) return invalid('name', tooMany)
    if (rows.tag(id) !== undefined || created.has(id)) return refused({ kind: 'id-taken', id })
    const row: Tag = {
      id,
      name: name.value,
      color: deleted?.color ?? null,
      clickCount: 0,
      lastClickedAt: null,
      createdAt: now,
      updatedAt: now,
    }
    created.set(
      id,
      shown === null ? row : withRelations(row, { otherNames: [shown.value], displayName: shown.value }),
    )
  }
  const rowChanges: Change[] = [...created.values()].map((row) => ({ kind: 'tag', id: row.id, row }))
  return ok({
    tagIds: unique([...tagIdByName.values()]),
    changes: [...rowChanges, ...aliases.filter(({ id }) => !created.has(id))],
  })
}

/** Refuses cards of another type than `cardType`, and cards without a `cardType`. */
function checkCardTypes(
  { attachToCardIds, cardType }: MutationArgs['createTags'],
  rows: Rows,
): Refusal | null {
  if (attachToCardIds.length === 0) return null
  if (cardType == null) return { kind: 'invalid', field: 'cardType', reason: ENGULFER_NEEDS }
  for (const id of attachToCardIds) {
    const card = rows.card(id) ?? rows.deletedCard(id)
    if (card === undefined) return { kind: 'not-found', what: 'card', id }
    if (card.type !== cardType)
      return { kind: 'invalid', field: 'cardType', reason: `Card ${id} is not of this type.` }
  }
  return null
}

/** The specification's words. */
const ENGULFER_NEEDS = 'doc_id and entity type is required for engulfer'

/**
 * Renames a tag; the name is in stored form. A name of another tag is refused, so that the screen can offer a
 * merge. If it was taken elsewhere meanwhile, the two tags are merged.
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
 * The tag with its new name as name and display name. Its present name becomes an other name if it is kept or
 * was one before. The undo of a rename restores the former display name, unless another was chosen since.
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

/** Sets one colour, or none, on every tag. */
export const setTagColor: Mutator<'setTagColor'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds, color }, rows, context) =>
    editTags(tagIds, rows, context, true, (tag) =>
      tag.color === color ? tag : { ...tag, color, updatedAt: context.now },
    ),
}

/** Adds one click to each tag. The time of the last click never goes back. Missing tags are skipped. */
export const addClicks: Mutator<'addClicks'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds, clickedAt }, rows, context) =>
    editTags(tagIds, rows, context, false, (tag) => ({
      ...tag,
      clickCount: tag.clickCount + 1,
      lastClickedAt: Math.max(tag.lastClickedAt ?? clickedAt, clickedAt),
    })),
}

/** Sets the clicks of tags to 0, and forgets the time of the last click. */
export const resetClicks: Mutator<'resetClicks'> = {
  reads: ({ tagIds }) => ({ tags: tagIds }),
  write: ({ tagIds }, rows, context) =>
    editTags(tagIds, rows, context, false, (tag) =>
      tag.clickCount === 0 && tag.lastClickedAt === null
        ? tag
        : { ...tag, clickCount: 0, lastClickedAt: null },
    ),
}

/**
 * Merges tags into a target. Clicks add up, and the latest click counts. Cards and groups of the merged tags get the
 * target. Tags that implied them imply the target, which gets their other names and parents. No `updatedAt` changes:
 * for cards and groups it is only a new name.
 *
 * With `onConflict: 'merge'` a tag that was merged into another meanwhile is gone already: the other one, which the
 * person may never have seen, stays.
 */
export const mergeTags: Mutator<'mergeTags'> = {
  reads: ({ tagIds, intoTagId }) => {
    const merged = tagIds.filter((id) => id !== intoTagId)
    return { tags: [...tagIds, intoTagId], cardsCarrying: merged, groupsHolding: merged, relatedTags: true }
  },
  write: ({ tagIds, intoTagId, keepsNames = false }, rows, context) => {
    const target = findTags([intoTagId], rows, context, true)
    if (!target.ok) return target
    const sources = tagIds.filter(
      (id) => id !== intoTagId && (context.onConflict !== 'merge' || rows.tag(id) !== undefined),
    )
    const tags = findTags(sources, rows, context, false)
    if (!tags.ok) return tags
    const [into] = target.value.rows
    const merged = tags.value.rows.filter(({ id }) => id !== into?.id)
    if (into === undefined || merged.length === 0) return ok({ changes: [] })
    return ok({ changes: [...target.value.revived, ...mergedTags(merged, into, rows, keepsNames)] })
  },
}

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

/**
 * Deletes tags. The cascade of `Change` removes them from cards and groups. A tag that was merged meanwhile
 * is skipped, and the target stays. With `onlyUnused`, a tag on a card or in a group is skipped too.
 */
export const deleteTags: Mutator<'deleteTags'> = {
  reads: ({ tagIds, onlyUnused = false }) =>
    onlyUnused ? { tags: tagIds, cardsCarrying: tagIds, groupsHolding: tagIds } : { tags: tagIds },
  write: ({ tagIds, onlyUnused = false }, rows, { onConflict }) => {
    const changes: Change[] = []
    for (const id of new Set(tagIds)) {
      const isUsed = () => rows.cardsCarrying(id).length + rows.groupsHolding(id).length > 0
      if (onlyUnused && rows.tag(id) !== undefined && isUsed()) continue
      if (rows.tag(id) !== undefined) changes.push({ kind: 'tag', id, row: null })
      else if (onConflict !== 'merge') return refused({ kind: 'not-found', what: 'tag', id })
    }
    return ok({ changes })
  },
}
