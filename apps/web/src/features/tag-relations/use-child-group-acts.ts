import type { TagGroup } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { useMemo } from 'react'
import { confirm } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { newId } from '../../shared/new-id.ts'
import { actIn } from '../../shared/undo/use-act.ts'

export interface ChildGroupActs {
  /** Adds children. Each act resolves with true if the act was done. */
  add(group: TagGroup, tag: TagInUse): Promise<boolean>
  addNew(group: TagGroup, name: string): Promise<boolean>
  remove(group: TagGroup, tag: TagInUse): Promise<boolean>
}

/** Returns the acts on the tags that a group's tags imply. They ask before they create a circle. */
export function useChildGroupActs(): ChildGroupActs {
  const replica = useReplica()
  return useMemo(() => {
    const act = actIn(replica)
    const said = (group: TagGroup, name: string) => `Tags of “${group.title}” are part of “${name}”`
    return {
      add: async (group, tag) => {
        const above = (await replica.ask('tagRelations', { tagId: tag.id }))?.implied ?? []
        const member = above.find(({ id }) => id !== tag.id && group.tagIds.includes(id))
        if (member !== undefined && !(await mayMakeCircle(tag, member, group))) return false
        return act(
          { name: 'addChildGroups', args: { tagIds: [tag.id], groupIds: [group.id] } },
          { done: said(group, tag.name) },
        )
      },
      addNew: (group, name) => {
        const id = newId()
        return act(
          [
            { name: 'createTags', args: { tags: [{ id, name }], attachToCardIds: [] } },
            { name: 'addChildGroups', args: { tagIds: [id], groupIds: [group.id] } },
          ],
          { done: said(group, name) },
        )
      },
      remove: (group, tag) =>
        act(
          { name: 'removeChildGroups', args: { tagIds: [tag.id], groupIds: [group.id] } },
          { done: `Tags of “${group.title}” are no longer part of “${tag.name}”` },
        ),
    }
  }, [replica])
}

function mayMakeCircle(tag: TagInUse, member: TagInUse, group: TagGroup): Promise<boolean> {
  return confirm({
    title: `“${tag.name}” is part of “${member.name}” already`,
    text: `“${member.name}” is in “${group.title}”. Each would be part of the other, so that both find the same cards.`,
    confirmLabel: 'Do it all the same',
  })
}
