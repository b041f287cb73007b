import { CARD_TYPES, type Card, type CardType, type Color, type Id } from '@cardinal/domain'
import { Copy, ExternalLink, Maximize2, Palette, Pencil, SquarePen, Tag, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { type Popups, usePopups } from '../../overlays/index.ts'
import { colorItems } from '../../ui/color-items.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Box } from '../../ui/place.ts'
import { keyFor } from '../keys/home-keys.ts'
import { homeFocus } from '../search/home-screen.ts'
import { SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { findAddress } from '../text/address.ts'
import { copyText } from '../text/copy-text.ts'
import { counted } from '../text/counted.ts'
import { type Act, useAct } from '../undo/use-act.ts'
import { TYPE_ICONS } from './card-types.ts'

export interface CardActions {
  remove(ids: readonly Id[]): void
  setColor(ids: readonly Id[], color: Color | null): void
  setType(cards: readonly Card[], type: CardType): void
  copy(card: Card): void
  openAddress(card: Card): void
  openMenu(card: Card, at: Element | Box): void
}

/** What can be done to cards, from keys, buttons, menus and bulk bars alike. */
export function useCardActions(): CardActions {
  const act = useAct()
  const popups = usePopups()
  return useMemo(() => {
    const actions: CardActions = {
      remove: (ids) =>
        void act(
          { name: 'deleteCards', args: { cardIds: ids } },
          { done: `Deleted ${ids.length === 1 ? 'the card' : counted(ids.length, 'card')}` },
        ),
      setColor: (ids, color) =>
        void act(
          { name: 'setCardColor', args: { cardIds: ids, color } },
          { done: color === null ? 'Colour taken off' : `Coloured ${color}` },
        ),
      setType: (cards, type) => void changeType(act, cards, type),
      copy: (card) => void copyText(card.content),
      openAddress: (card) => {
        const address = findAddress(card.content)
        if (address !== null) window.open(address.href, '_blank', 'noopener,noreferrer')
      },
      openMenu: (card, at) => openContextMenu(`Card`, menuOf(card, actions, at, editorsOf(card, popups)), at),
    }
    return actions
  }, [act, popups])
}

/** The ways into the editors of a card. */
interface Editors {
  text(): void
  tags(): void
  form(): void
  whole(): void
}

/**
 * In the list a mouse edits where the text stands. A finger gets an editor of its own: beside the keyboard of a phone
 * a row of the list has no room.
 */
function editorsOf({ id: entityId }: Card, popups: Popups): Editors {
  const isFinger = matchMedia('(pointer: coarse)').matches
  return {
    text: () =>
      isFinger ? popups.open('entity-edit-text', { entityId }) : homeFocus.getState().edit(entityId),
    tags: () =>
      isFinger ? popups.open('entity-edit-tags', { entityId }) : homeFocus.getState().tag(entityId),
    form: () => popups.open('home-editEntity', { entityId }),
    whole: () => popups.open('master-editor', { entityId }),
  }
}

function menuOf(card: Card, actions: CardActions, at: Element | Box, editors: Editors): readonly MenuItem[] {
  const hasAddress = findAddress(card.content) !== null
  return [
    { label: 'Edit text', icon: Pencil, shortcut: keyFor('edit'), onSelect: editors.text },
    { label: 'Tags…', icon: Tag, shortcut: keyFor('tag'), onSelect: editors.tags },
    { label: 'Edit in a form…', icon: SquarePen, onSelect: editors.form },
    { label: 'Open', icon: Maximize2, shortcut: keyFor('whole'), onSelect: editors.whole },
    ...(hasAddress
      ? [
          {
            label: 'Open link',
            icon: ExternalLink,
            onSelect: () => actions.openAddress(card),
          } satisfies MenuItem,
        ]
      : []),
    { label: 'Copy text', icon: Copy, onSelect: () => actions.copy(card) },
    { label: 'Colour…', icon: Palette, startsSection: true, onSelect: () => openColors(card, actions, at) },
    ...CARD_TYPES.filter((type) => type !== card.type).map(
      (type): MenuItem => ({
        label: `Make it a ${SUBJECT_WORDS[type].one}`,
        icon: TYPE_ICONS[type],
        onSelect: () => actions.setType([card], type),
      }),
    ),
    {
      label: 'Delete',
      icon: Trash2,
      isDanger: true,
      startsSection: true,
      shortcut: keyFor('delete'),
      onSelect: () => actions.remove([card.id]),
    },
  ]
}

function openColors(card: Card, actions: CardActions, at: Element | Box): void {
  const set = (color: Color | null) => actions.setColor([card.id], card.color === color ? null : color)
  openContextMenu('Colour of the card', colorItems(card.color, set), at)
}

/** Sent only for cards whose type really changes (CD-6). */
async function changeType(act: Act, cards: readonly Card[], type: CardType): Promise<void> {
  const changed = cards.filter((card) => card.type !== type)
  await act(
    changed.map((card) => ({ name: 'editCard', args: { cardId: card.id, type } }) as const),
    { done: `Made ${counted(changed.length, SUBJECT_WORDS[type].one)}` },
  )
}
