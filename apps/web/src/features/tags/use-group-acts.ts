import { type Id, nameProblem, type TagGroup } from '@cardinal/domain'
import { Eye, EyeOff, Network, Palette, Pencil, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { askText, openPopup } from '../../overlays/index.ts'
import { type Act, useAct } from '../../shared/changes/use-act.ts'
import { counted } from '../../shared/text/counted.ts'
import { colorItems, type MenuItem, openContextMenu } from '../../ui/index.ts'

interface GroupActs {
  attach(tagIds: readonly Id[], group: TagGroup): void
  detach(tagIds: readonly Id[], group: TagGroup): void
  menu(group: TagGroup, anchor: () => Element): readonly MenuItem[]
}

/** Acts on groups, each with its undo. */
export function useGroupActs(): GroupActs {
  const act = useAct()
  return useMemo(
    () => ({
      attach: (tagIds, group) =>
        void act(
          { name: 'attachGroups', args: { tagIds, groupIds: [group.id] } },
          { done: `Put ${counted(tagIds.length, 'tag')} into “${group.title}”` },
        ),
      detach: (tagIds, group) =>
        void act(
          { name: 'detachGroups', args: { tagIds, groupIds: [group.id] } },
          { done: `Took ${counted(tagIds.length, 'tag')} out of “${group.title}”` },
        ),
      menu: (group, anchor) => menuOf(act, group, anchor),
    }),
    [act],
  )
}

function menuOf(act: Act, group: TagGroup, anchor: () => Element): readonly MenuItem[] {
  const { id, title, isHidden } = group
  return [
    { label: 'Rename…', icon: Pencil, onSelect: () => void rename(act, group) },
    { label: 'Colour…', icon: Palette, onSelect: () => openColors(act, group, anchor()) },
    {
      label: 'Parents…',
      icon: Network,
      onSelect: () => openPopup('group-relations', { groupId: id }),
    },
    {
      label: isHidden ? 'Show its tags' : 'Hide its tags',
      icon: isHidden ? Eye : EyeOff,
      onSelect: () =>
        void act(
          { name: 'setGroupsHidden', args: { groupIds: [id], isHidden: !isHidden } },
          { done: isHidden ? `“${title}” shows again` : `“${title}” is hidden` },
        ),
    },
    {
      label: 'Delete group',
      icon: Trash2,
      isDanger: true,
      startsSection: true,
      onSelect: () =>
        void act({ name: 'deleteGroups', args: { groupIds: [id] } }, { done: `Deleted “${title}”` }),
    },
  ]
}

async function rename(act: Act, group: TagGroup): Promise<void> {
  const title = await askText({
    title: 'Rename group',
    label: 'New name',
    value: group.title,
    confirmLabel: 'Rename',
    check: nameProblem,
  })
  if (title === null || title.trim() === group.title) return
  await act({ name: 'renameGroup', args: { groupId: group.id, title } }, { done: 'Renamed' })
}

function openColors(act: Act, group: TagGroup, anchor: Element): void {
  const set = (color: TagGroup['color']) =>
    void act({ name: 'setGroupColor', args: { groupIds: [group.id], color } }, { done: 'Coloured' })
  openContextMenu(`Colour of ${group.title}`, colorItems(group.color, set), anchor)
}
