import {
  type Card,
  type Change,
  childGroupIdsOf,
  hasSameRelations,
  type Id,
  namesOfTag,
  otherNamesOf,
  parentIdsOf,
  type Tag,
  type TagGroup,
  tagName,
  unique,
  withRelations,
} from '@cardinal/domain'
import type { MergeTarget, MutationContext, Outcome, Rows, TagBefore } from '../../mutation.ts'
import { followRenamedTags } from '../../saved-searches.ts'
import { findTags } from './rows.ts'

/**
 * Separates merged tags. Ids of living or never merged tags are skipped.
 *
 * A card or group gets the tag back if it still has the target of the merge. It loses the target, unless it had it
 * before. If the name was taken meanwhile, the tag of that name is used. Name, display name and colour are those at the
 * merge.
 *
 * @param into undefined: the server turned a rename into a merge, and the target's earlier state is unknown
 */
export function unmergedTags(
  tags: readonly TagBefore[],
  into: MergeTarget | undefined,
  savedSearches: readonly string[] | undefined,
  rows: Rows,
  context: MutationContext,
): Outcome {
  const splits = splitTags(tags, rows, context)
  if (splits.length === 0) return { changes: [] }
  const clicks = tagChanges(splits, into)
  const changes = [
    ...clicks,
    ...unmergedRelations(splits, into, clicks, rows),
    ...holderChanges(splits, 'group', (id) => rows.group(id), into?.groupIds ?? []),
    ...holderChanges(splits, 'card', (id) => rows.card(id), into?.cardIds ?? []),
  ]
  if (savedSearches === undefined) return { changes }
  const renamed = new Map(
    splits.flatMap(({ before, target }) => (target ? [[before.tag.name, target.name]] : [])),
  )
  const target = splits.find((split) => split.target !== undefined)?.target
  const ownRename = new Map(into && target ? [[into.name, target.name]] : [])
  return { changes, restoredSearches: { before: followRenamedTags(savedSearches, ownRename), renamed } }
}

function splitTags(tags: readonly TagBefore[], rows: Rows, context: MutationContext): Split[] {
  const made = new Map<string, Tag>()
  const splits: Split[] = []
  // If an id occurs twice, the last one counts.
  for (const given of new Map(tags.map((one) => [one.tag.id, one])).values()) {
    const { id } = given.tag
    // Others may have changed the tag before the merge arrived; the person did not see that.
    const { name, color, displayName = null } = rows.deletedTag(id) ?? given.tag
    const before = { ...given, tag: withRelations({ ...given.tag, name, color }, { displayName }) }
    if (rows.tag(id) !== undefined || rows.tagAlias(id) === undefined) continue
    const found = findTags([id], rows, { ...context, onConflict: 'merge' }, false)
    const target = found.ok ? found.value.rows[0] : undefined
    const taken = rows.tagByName(name) ?? made.get(name)
    if (taken !== undefined && taken.id === target?.id) continue
    if (taken === undefined) made.set(name, before.tag)
    splits.push({ before, target, tag: taken ?? before.tag, isNew: taken === undefined })
  }
  return splits
}

/**
 * The changes of the tags and their clicks. The tags of the merge lose the clicks that it gave them, and keep
 * later ones.
 */
function tagChanges(splits: readonly Split[], into: MergeTarget | undefined): Change[] {
  const rows = new Map<Id, Tag>()
  const changes: Change[] = []
  const latest = latestClick([
    into?.lastClickedAt ?? null,
    ...splits.map(({ before }) => before.tag.lastClickedAt),
  ])
  for (const { before, target, tag, isNew } of splits) {
    const { id, clickCount, lastClickedAt } = before.tag
    const current = rows.get(tag.id) ?? tag
    if (isNew) rows.set(tag.id, current)
    else {
      const clicks = {
        clickCount: current.clickCount + clickCount,
        lastClickedAt: latestClick([current.lastClickedAt, lastClickedAt]),
      }
      rows.set(tag.id, { ...current, ...clicks })
      changes.push({ kind: 'tag', id, row: null, mergedInto: tag.id })
    }
    if (target === undefined) continue
    const left = rows.get(target.id) ?? target
    const isOfMerge = into !== undefined && left.lastClickedAt === latest
    rows.set(target.id, {
      ...left,
      clickCount: Math.max(0, left.clickCount - clickCount),
      lastClickedAt: isOfMerge ? into.lastClickedAt : left.lastClickedAt,
    })
  }
  const before = new Map(
    splits
      .flatMap(({ tag, isNew, target }) => [...(isNew ? [] : [tag]), ...(target ? [target] : [])])
      .map((row) => [row.id, row]),
  )
  const changed = [...rows.values()].filter((row) => !hasSameClicks(row, before.get(row.id)))
  return [...changed.map((row): Change => ({ kind: 'tag', id: row.id, row })), ...changes]
}

function hasSameClicks(row: Tag, before: Tag | undefined): boolean {
  return row.clickCount === before?.clickCount && row.lastClickedAt === before.lastClickedAt
}

function latestClick(times: readonly (number | null)[]): number | null {
  return times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)
}

/** Returns the cards or groups that carried the tags, where they still carry the tag of the merge. */
function holderChanges<Holder extends Card | TagGroup>(
  splits: readonly Split[],
  kind: 'card' | 'group',
  living: (id: Id) => Holder | undefined,
  kept: readonly Id[],
): Change[] {
  const keeps = new Set(kept)
  const splitsById = new Map<Id, Split[]>()
  for (const split of splits)
    for (const id of kind === 'card' ? split.before.cardIds : split.before.groupIds) {
      const own = splitsById.get(id) ?? []
      splitsById.set(id, own)
      own.push(split)
    }
  return [...splitsById].flatMap(([id, own]): Change[] => {
    const holder = living(id)
    if (holder === undefined) return []
    const held = new Set(holder.tagIds)
    const back = own.filter(({ target }) => target === undefined || held.has(target.id))
    if (back.length === 0) return []
    const gone = new Set(keeps.has(id) ? [] : back.map(({ target }) => target?.id))
    const tagIds = unique([...holder.tagIds, ...back.map(({ tag }) => tag.id)]).filter(
      (each) => !gone.has(each),
    )
    if (tagIds.length === holder.tagIds.length && tagIds.every((tagId) => held.has(tagId))) return []
    return [{ kind, id, row: { ...holder, tagIds } } as unknown as Change]
  })
}

/** A merged tag, the tag that it was merged into (`target`), and the tag that gets its name back (`tag`). */
interface Split {
  readonly before: TagBefore
  readonly target: Tag | undefined
  readonly tag: Tag
  readonly isNew: boolean
}

/**
 * Separates the relations of merged tags. The target loses the names, parents and child groups that the merge gave it.
 * Tags that implied a merged one imply it again, if they still imply the target.
 *
 * @param into undefined: the target's earlier relations are unknown, so it keeps its present ones
 * @param changes changes of the tags' clicks, to which these are added
 */
function unmergedRelations(
  splits: readonly Split[],
  into: MergeTarget | undefined,
  changes: readonly Change[],
  rows: Rows,
): Change[] {
  const last = new Map<Id, Tag>()
  for (const change of changes)
    if (change.kind === 'tag' && change.row !== null) last.set(change.id, change.row)
  const edited = new Map<Id, Tag>()
  const current = (id: Id) => edited.get(id) ?? last.get(id) ?? rows.tag(id)
  const edit = (id: Id, change: (tag: Tag) => Tag) => {
    const tag = current(id)
    if (tag !== undefined) edited.set(id, change(tag))
  }
  for (const { before, target, tag, isNew } of splits) {
    if (!isNew) edit(tag.id, (one) => withRelationsAdded(one, before.tag))
    if (target !== undefined && into !== undefined)
      edit(target.id, (one) => withoutRelationsOf(one, before.tag, into))
  }
  for (const childId of new Set(splits.flatMap(({ before }) => before.childIds ?? [])))
    edit(childId, (child) => impliesAgain(child, splits, into?.childIds ?? []))
  return [...edited.values()].flatMap((row): Change[] => {
    const was = last.get(row.id) ?? rows.tag(row.id)
    return was !== undefined && hasSameRelations(was, row) ? [] : [{ kind: 'tag', id: row.id, row }]
  })
}

function withRelationsAdded(tag: Tag, from: Tag): Tag {
  return withRelations(tag, {
    otherNames: [...otherNamesOf(tag), ...otherNamesOf(from)],
    parentIds: [...parentIdsOf(tag), ...parentIdsOf(from)],
    childGroupIds: [...childGroupIdsOf(tag), ...childGroupIdsOf(from)],
  })
}

function withoutRelationsOf(target: Tag, merged: Tag, into: MergeTarget): Tag {
  const { otherNames = [], parentIds = [], childGroupIds = [] } = into
  const had = new Set(otherNames.map(tagName))
  const gained = new Set(namesOfTag(merged).map(tagName))
  const isKept = (name: string) => had.has(tagName(name)) || !gained.has(tagName(name))
  const gainedParents = new Set(parentIdsOf(merged).filter((id) => !parentIds.includes(id)))
  const gainedGroups = new Set(childGroupIdsOf(merged).filter((id) => !childGroupIds.includes(id)))
  return withRelations(target, {
    otherNames: otherNamesOf(target).filter(isKept),
    parentIds: parentIdsOf(target).filter((id) => !gainedParents.has(id)),
    childGroupIds: childGroupIdsOf(target).filter((id) => !gainedGroups.has(id)),
  })
}

/** @param kept the tags that implied the target before the merge */
function impliesAgain(child: Tag, splits: readonly Split[], kept: readonly Id[]): Tag {
  const parents = parentIdsOf(child)
  // The target may have been a child of the merged tag. The merge removed that parent, because no tag is its
  // own parent. The target gets it back.
  const back = splits.filter(
    ({ before, target }) =>
      before.childIds?.includes(child.id) &&
      (target === undefined || target.id === child.id || parents.includes(target.id)),
  )
  const gone = new Set(kept.includes(child.id) ? [] : back.map(({ target }) => target?.id))
  const parentIds = [...parents.filter((id) => !gone.has(id)), ...back.map(({ tag }) => tag.id)]
  return withRelations(child, { parentIds })
}
