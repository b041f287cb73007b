import type { Tag } from '@cardinal/domain'
import type { Mutation } from '../mutation.ts'

/** Puts one tag back; its places on cards and in groups are put back with those. */
export function undoTag(before: Tag | undefined, after: Tag | null): Mutation[] {
  if (before === undefined)
    return after === null ? [] : [{ name: 'deleteTags', args: { tagIds: [after.id] } }]
  const tagIds = [before.id]
  if (after === null)
    return [
      { name: 'createTags', args: { tags: [{ id: before.id, name: before.name }], attachToCardIds: [] } },
      ...(before.color === null
        ? []
        : [{ name: 'setTagColor', args: { tagIds, color: before.color } } as const]),
    ]
  const undo: Mutation[] = []
  if (before.name !== after.name)
    undo.push({ name: 'renameTag', args: { tagId: before.id, name: before.name } })
  if (before.color !== after.color) undo.push({ name: 'setTagColor', args: { tagIds, color: before.color } })
  return undo
}
