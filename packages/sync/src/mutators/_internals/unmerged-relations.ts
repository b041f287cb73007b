import {
  type Change,
  childGroupIdsOf,
  hasSameRelations,
  type Id,
  namesOfTag,
  otherNamesOf,
  parentIdsOf,
  type Tag,
  tagName,
  withRelations,
} from '@cardinal/domain'
import type { MergeTarget, Rows, TagBefore } from '../../mutation.ts'

/** One merged tag, the tag that its id stands for so far, and the tag that gets its name again. */
export interface Split {
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
export function unmergedRelations(
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
  // The merge removed a parent that was the target itself, because no tag implies itself.
  const back = splits.filter(
    ({ before, target }) =>
      before.childIds?.includes(child.id) &&
      (target === undefined || target.id === child.id || parents.includes(target.id)),
  )
  const gone = new Set(kept.includes(child.id) ? [] : back.map(({ target }) => target?.id))
  const parentIds = [...parents.filter((id) => !gone.has(id)), ...back.map(({ tag }) => tag.id)]
  return withRelations(child, { parentIds })
}
