import { displayNameOf, type Id } from '@cardinal/domain'
import {
  Folders,
  Minus,
  Network,
  Palette,
  Pencil,
  Plus,
  RotateCcw,
  Search,
  Tag,
  Trash2,
  Unlink,
  X,
} from 'lucide-react'
import { openPopup } from '../../overlays/index.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { type Act, actIn } from '../changes/use-act.ts'
import { stateOf } from './chip-state.ts'
import { deleteTags } from './delete-tags.ts'
import type { TagGestures } from './gestures.tsx'
import type { ChipTag } from './tag-names.ts'

/**
 * The items of a tag's menu, built when it opens, because most chips never open theirs. `cardId`: the chip's
 * card.
 */
export function tagMenu(gestures: TagGestures, tag: ChipTag, cardId: Id | null): readonly MenuItem[] {
  const { replica } = gestures
  const act = actIn(replica)
  // Loaded on a press, to keep the first screen small.
  const choose = (open: 'openColors' | 'openGroups' | 'openDisplayNames') => async () =>
    (await import('./tag-choices.ts'))[open](act, replica, tag, lastAnchor)
  return [
    ...searchItems(gestures, tag),
    ...(cardId === null ? [] : [takeOffItem(act, tag, cardId)]),
    {
      label: 'Rename…',
      icon: Pencil,
      onSelect: async () => (await import('./tag-choices.ts')).renameTag(act, tag),
      startsSection: true,
    },
    { label: 'Colour…', icon: Palette, onSelect: choose('openColors') },
    { label: 'Groups…', icon: Folders, onSelect: choose('openGroups') },
    { label: 'Display name…', icon: Tag, onSelect: choose('openDisplayNames') },
    {
      label: 'Synonyms and parents…',
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

/** Items about the search, without items that change nothing, such as "Include" on an included tag. */
function searchItems(gestures: TagGestures, tag: ChipTag): MenuItem[] {
  const state = stateOf(gestures.search.getState().text, tag)
  const edit = (kind: Parameters<TagGestures['edit']>[0]) => () => gestures.edit(kind, tag)
  const items: MenuItem[] = [{ label: 'Search only this', icon: Search, onSelect: edit('search') }]
  if (state !== 'included') items.push({ label: 'Include', icon: Plus, onSelect: edit('include') })
  if (state !== 'excluded')
    items.push({ label: 'Exclude', icon: Minus, shortcut: 'Alt+Enter', onSelect: edit('exclude') })
  if (state !== 'none') items.push({ label: 'Remove from search', icon: X, onSelect: edit('remove') })
  return items
}

function takeOffItem(act: Act, tag: ChipTag, cardId: Id): MenuItem {
  return {
    label: 'Remove from card',
    icon: Unlink,
    startsSection: true,
    onSelect: () =>
      void act(
        { name: 'detachTags', args: { cardIds: [cardId], tagIds: [tag.id] } },
        { done: `Took “${displayNameOf(tag)}” off` },
      ),
  }
}

/** The focused element, as the anchor of a second menu. A closing menu returns the focus to its chip. */
function lastAnchor(): Element {
  return document.activeElement ?? document.body
}
