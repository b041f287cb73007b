import type { Color, Id } from '@cardinal/domain'
import {
  ArrowRightLeft,
  Eraser,
  Folders,
  Minus,
  Network,
  Palette,
  Pencil,
  Plus,
  RotateCcw,
  Search,
  Trash2,
  Unlink,
} from 'lucide-react'
import { openPopup } from '../../overlays/index.ts'
import type { Replica } from '../../replica/index.ts'
import { colorItems } from '../../ui/color-items.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import { type Act, actIn } from '../undo/use-act.ts'
import type { ChipTag } from './chip-tag.ts'
import { deleteTags } from './delete-tags.ts'
import type { TagGestures } from './gestures.tsx'
import { renameTag } from './rename-tag.ts'

/**
 * The menu of a tag, made when it opens: hundreds of chips show that never open theirs. `cardId`: the card that
 * the chip stands on.
 */
export function tagMenu(gestures: TagGestures, tag: ChipTag, cardId: Id | null): readonly MenuItem[] {
  const { replica } = gestures
  const act = actIn(replica)
  return [
    ...searchItems(gestures, tag),
    ...(cardId === null ? [] : [takeOffItem(act, tag, cardId)]),
    { label: 'Rename…', icon: Pencil, onSelect: () => void renameTag(act, tag), startsSection: true },
    { label: 'Colour…', icon: Palette, onSelect: () => openColors(act, tag) },
    {
      label: 'Groups…',
      icon: Folders,
      onSelect: async () =>
        openGroups(act, tag, await replica.ask('allGroups', {}), await groupsOf(replica, tag)),
    },
    {
      label: 'Names and parents…',
      icon: Network,
      onSelect: () => openPopup('tag-relations', { tagId: tag.id }),
    },
    {
      label: 'Reset click count',
      icon: RotateCcw,
      onSelect: () =>
        void act({ name: 'resetClicks', args: { tagIds: [tag.id] } }, { done: 'Click count reset' }),
    },
    {
      label: 'Delete tag',
      icon: Trash2,
      isDanger: true,
      startsSection: true,
      onSelect: () => void deleteTags(replica, [tag]),
    },
  ]
}

function searchItems(gestures: TagGestures, tag: ChipTag): MenuItem[] {
  const edit = (kind: Parameters<TagGestures['edit']>[0]) => () => gestures.edit(kind, tag)
  return [
    { label: 'Search only this', icon: Search, onSelect: edit('search') },
    { label: 'Include', icon: Plus, onSelect: edit('include') },
    { label: 'Exclude', icon: Minus, shortcut: 'Alt+Enter', onSelect: edit('exclude') },
    { label: 'Remove from search', icon: Eraser, onSelect: edit('remove') },
  ]
}

function takeOffItem(act: Act, tag: ChipTag, cardId: Id): MenuItem {
  return {
    label: 'Remove from card',
    icon: Unlink,
    startsSection: true,
    onSelect: () =>
      void act(
        { name: 'detachTags', args: { cardIds: [cardId], tagIds: [tag.id] } },
        { done: `Took “${tag.name}” off` },
      ),
  }
}

/** The colours as a second menu in the place of the first. */
function openColors(act: Act, tag: ChipTag): void {
  const set = (color: Color | null) =>
    void act({ name: 'setTagColor', args: { tagIds: [tag.id], color } }, { done: `Coloured “${tag.name}”` })
  openContextMenu(`Colour of ${tag.name}`, colorItems(tag.color, set), lastAnchor())
}

interface GroupChoice {
  readonly id: Id
  readonly title: string
}

/** Every group, ticked where it holds the tag. */
function openGroups(act: Act, tag: ChipTag, groups: readonly GroupChoice[], held: ReadonlySet<Id>): void {
  const items = groups.map((group): MenuItem => {
    const isHeld = held.has(group.id)
    return {
      label: group.title,
      isChecked: isHeld,
      onSelect: () =>
        void act(
          {
            name: isHeld ? 'detachGroups' : 'attachGroups',
            args: { tagIds: [tag.id], groupIds: [group.id] },
          },
          {
            done: isHeld
              ? `Took “${tag.name}” out of “${group.title}”`
              : `Put “${tag.name}” into “${group.title}”`,
          },
        ),
    }
  })
  const none: MenuItem = {
    label: 'No groups yet',
    icon: ArrowRightLeft,
    isDisabled: true,
    onSelect: () => {},
  }
  openContextMenu(`Groups of ${tag.name}`, items.length > 0 ? items : [none], lastAnchor())
}

async function groupsOf(replica: Replica, tag: ChipTag): Promise<ReadonlySet<Id>> {
  const groups = await replica.ask('groupsOfTags', { tagIds: [tag.id] })
  return new Set(groups.map((group) => group.id))
}

/** A menu returns the focus to its chip when it closes: a second menu is anchored there. */
function lastAnchor(): Element {
  return document.activeElement ?? document.body
}
