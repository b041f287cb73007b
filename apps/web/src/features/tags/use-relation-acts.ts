import { checkOtherName, namesOfTag, type TagGroup, tagName } from '@cardinal/domain'
import type { TagInUse } from '@cardinal/engine'
import { useMemo } from 'react'
import { confirm } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { actIn } from '../../shared/changes/use-act.ts'
import { showAs } from '../../shared/tags/tag-choices.ts'
import { mayGetParent, newTag } from '../../shared/tags/tag-parents.ts'

interface RelationActs {
  /** Adds other names. Each act resolves with whether it was done. */
  addNames(names: readonly string[]): Promise<boolean>
  removeName(name: string): Promise<boolean>
  /** Sets the display name to one of the tag's names, in any case. */
  showAs(name: string): Promise<boolean>
  addParent(parent: TagInUse): Promise<boolean>
  addNewParent(name: string): Promise<boolean>
  removeParent(parent: TagInUse): Promise<boolean>
  removeChild(child: TagInUse): Promise<boolean>
}

/** Acts on a tag's names, parents and children. They ask before a name would mean two tags. */
export function useRelationActs(tag: TagInUse): RelationActs {
  const replica = useReplica()
  return useMemo(() => {
    const act = actIn(replica)
    const tagIds = [tag.id]
    const part = (child: TagInUse, parent: { id: string; name: string }) =>
      act(
        { name: 'addTagParents', args: { tagIds: [child.id], parentIds: [parent.id] } },
        { done: `“${parent.name}” is a parent of “${child.name}”` },
      )
    const apart = (child: TagInUse, parent: TagInUse) =>
      act(
        { name: 'removeTagParents', args: { tagIds: [child.id], parentIds: [parent.id] } },
        { done: `“${parent.name}” is no longer a parent of “${child.name}”` },
      )
    return {
      addNames: async (given) => {
        const names = given.flatMap((name) => {
          const checked = checkOtherName(name)
          return checked.ok ? [checked.value] : []
        })
        // The tag's name in another case becomes its display name, not another name.
        const [spelling, ...more] = names
        if (spelling !== undefined && more.length === 0 && tagName(spelling) === tag.name)
          return showAs(act, tag, spelling)
        const keys = new Set(names.map(tagName))
        const found = await replica.ask('tagsBySearchword', { keywords: names })
        const other = found.find(
          (row) => row.id !== tag.id && namesOfTag(row).some((name) => keys.has(tagName(name))),
        )
        if (other !== undefined && !(await mayMeanBoth(tag, other))) return false
        const said = names.map((name) => `${name} → ${tag.name}`).join(', ')
        return act({ name: 'addTagNames', args: { tagId: tag.id, names } }, { done: said })
      },
      showAs: (name) => showAs(act, tag, name),
      removeName: (name) =>
        act(
          { name: 'removeTagNames', args: { tagId: tag.id, names: [name] } },
          { done: `“${name}” no longer means “${tag.name}”` },
        ),
      addParent: async (parent) => {
        return (await mayGetParent(replica, tagIds, parent)) && part(tag, parent)
      },
      addNewParent: (name) => {
        const made = newTag(name)
        return act([made.creating, { name: 'addTagParents', args: { tagIds, parentIds: [made.tag.id] } }], {
          done: `“${name}” is a parent of “${tag.name}”`,
        })
      },
      removeParent: (parent) => apart(tag, parent),
      removeChild: (child) => apart(child, tag),
    }
  }, [replica, tag])
}

function mayMeanBoth(tag: TagInUse, other: TagInUse): Promise<boolean> {
  return confirm({
    title: `That name means “${other.name}” already`,
    text: `A search for it would find the cards of both. To make them one tag, rename “${tag.name}” to “${other.name}” instead.`,
    confirmLabel: 'Let it mean both',
  })
}

interface ChildGroupActs {
  /** Adds children. Each act resolves with whether it was done. */
  add(group: TagGroup, tag: TagInUse): Promise<boolean>
  addNew(group: TagGroup, name: string): Promise<boolean>
  remove(group: TagGroup, tag: TagInUse): Promise<boolean>
}

/** Acts on the tags that a group's tags imply. They ask before they create a circle. */
export function useChildGroupActs(): ChildGroupActs {
  const replica = useReplica()
  return useMemo(() => {
    const act = actIn(replica)
    const said = (group: TagGroup, name: string) => `“${name}” is a parent of the tags of “${group.title}”`
    return {
      add: async (group, tag) => {
        const why = (member: { name: string }) => `“${member.name}” is in “${group.title}”. `
        if (!(await mayGetParent(replica, group.tagIds, tag, why))) return false
        return act(
          { name: 'addChildGroups', args: { tagIds: [tag.id], groupIds: [group.id] } },
          { done: said(group, tag.name) },
        )
      },
      addNew: (group, name) => {
        const made = newTag(name)
        return act(
          [made.creating, { name: 'addChildGroups', args: { tagIds: [made.tag.id], groupIds: [group.id] } }],
          { done: said(group, name) },
        )
      },
      remove: (group, tag) =>
        act(
          { name: 'removeChildGroups', args: { tagIds: [tag.id], groupIds: [group.id] } },
          { done: `“${tag.name}” is no longer a parent of the tags of “${group.title}”` },
        ),
    }
  }, [replica])
}
