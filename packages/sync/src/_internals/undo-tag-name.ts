import { type Id, parentIdsOf, type Tag } from '@cardinal/domain'
import type { MergeTarget, Mutation, Outcome, Rows, TagBefore } from '../mutation.ts'
import { followRenamedTags } from '../saved-searches.ts'

/** Returns the mutations that undo a merge or a rename of tags. */
export function tagUndo(before: Rows, { changes }: Outcome, savedSearches: readonly string[]): Mutation[] {
  const tags: TagBefore[] = []
  const newNameByOld = new Map<string, string>()
  let target: Tag | undefined
  for (const change of changes) {
    const tag = change.kind === 'tag' ? before.tag(change.id) : undefined
    if (change.kind !== 'tag' || tag === undefined) continue
    const into = change.mergedInto === undefined ? undefined : before.tag(change.mergedInto)
    const name = into?.name ?? change.row?.name
    if (name === undefined || name === tag.name) continue
    tags.push(held(tag, before))
    newNameByOld.set(tag.name, name)
    target ??= into
  }
  const [first] = tags
  if (first === undefined) return []
  const hasMoved = followRenamedTags(savedSearches, newNameByOld) !== savedSearches
  const searches = hasMoved ? { savedSearches } : {}
  if (target === undefined) {
    const { id, name } = first.tag
    return [{ name: 'renameTag', args: { tagId: id, name, undoes: { ...first, ...searches } } }]
  }
  return [{ name: 'unmergeTags', args: { tags, into: targetBefore(target, tags, before), ...searches } }]
}

function held(tag: Tag, rows: Rows): TagBefore {
  const idOf = ({ id }: { readonly id: Id }) => id
  const children = rows.relatedTags().filter((other) => parentIdsOf(other).includes(tag.id))
  return {
    tag,
    cardIds: rows.cardsCarrying(tag.id).map(idOf),
    groupIds: rows.groupsHolding(tag.id).map(idOf),
    ...(children.length > 0 && { childIds: children.map(idOf) }),
  }
}

/** Returns the cards and groups that had the target and a merged tag: no others gain the target. */
function targetBefore(target: Tag, tags: readonly TagBefore[], rows: Rows): MergeTarget {
  const { cardIds, groupIds, childIds = [] } = held(target, rows)
  const [cards, groups] = [new Set(tags.flatMap((t) => t.cardIds)), new Set(tags.flatMap((t) => t.groupIds))]
  return {
    id: target.id,
    name: target.name,
    lastClickedAt: target.lastClickedAt,
    cardIds: cardIds.filter((id) => cards.has(id)),
    groupIds: groupIds.filter((id) => groups.has(id)),
    ...(target.otherNames && { otherNames: target.otherNames }),
    ...(target.parentIds && { parentIds: target.parentIds }),
    ...(target.childGroupIds && { childGroupIds: target.childGroupIds }),
    ...(childIds.length > 0 && { childIds }),
  }
}
