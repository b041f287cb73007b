import {
  CARD_TYPES,
  type Card,
  type CardType,
  type Color,
  type Day,
  dayOf,
  type Id,
  nextDue,
  placeBetween,
  placeOf,
  placeOnTop,
  wallClock,
} from '@cardinal/domain'
import {
  ArrowUpToLine,
  CalendarClock,
  CalendarSearch,
  CircleCheck,
  CircleDashed,
  Copy,
  ExternalLink,
  Maximize2,
  Palette,
  Pencil,
  SquarePen,
  Tag,
  Trash2,
} from 'lucide-react'
import { useMemo } from 'react'
import { type Popups, usePopups } from '../../overlays/index.ts'
import { useReplica } from '../../replica/index.ts'
import { serverNow } from '../../replica/server-now.ts'
import { colorItems } from '../../ui/color-items.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Box } from '../../ui/place.ts'
import { type Act, useAct } from '../changes/use-act.ts'
import { WIDE_FROM } from '../changes/wide-act.ts'
import { keyFor } from '../keys/home-keys.ts'
import { orderShown } from '../search/filters.ts'
import { type HomeScreen, useHomeScreen } from '../search/home-screen.tsx'
import { SUBJECT_WORDS } from '../searchbar/mode-words.ts'
import { addressOfCard } from '../text/address.ts'
import { copyText } from '../text/copy-text.ts'
import { counted } from '../text/counted.ts'
import { TYPE_ICONS } from './card-types.ts'
import { dueWords } from './due-words.ts'
import { leaveSlowly } from './leaving.ts'
import { pageItems } from './page-items.ts'

export interface CardActions {
  /** Deletes cards. Resolves with whether it was done, like `setColor` and `setType`. */
  remove(ids: readonly Id[]): Promise<boolean>
  /** Completes the open todos. If none is open, reopens all. */
  complete(cards: readonly Card[]): void
  /** Opens the menu that moves the due dates of the todos among the cards. */
  postpone(cards: readonly Card[], at: Element | Box): void
  /** Opens the menu of searches for cards from the same day or site, or with the same rare tag. */
  aroundThen(card: Card, at: Element | Box): void
  /** Moves a card to the top of the order by hand. */
  placeOnTop(card: Card): void
  place(card: Card, before: Card | undefined, after: Card | undefined): void
  setColor(ids: readonly Id[], color: Color | null): Promise<boolean>
  setType(cards: readonly Card[], type: CardType): Promise<boolean>
  copy(card: Card): void
  openAddress(card: Card): void
  openMenu(card: Card, at: Element | Box): void
}

/** Acts on cards, for keys, buttons, menus and bulk bars. */
export function useCardActions(): CardActions {
  const act = useAct()
  const home = useHomeScreen()
  const popups = usePopups()
  const replica = useReplica()
  return useMemo(() => {
    const actions: CardActions = {
      remove: (ids) =>
        act(
          { name: 'deleteCards', args: { cardIds: ids } },
          { done: `Deleted ${ids.length === 1 ? 'the card' : counted(ids.length, 'card')}` },
        ),
      complete: (cards) => void completeOrOpen(act, cards),
      postpone: (cards, at) =>
        void import('./postpone.ts').then(({ openPostpone }) => openPostpone(act, cards, at)),
      aroundThen: (card, at) =>
        void import('./around-then.ts').then(({ openAroundThen }) =>
          openAroundThen(replica, home.search, card, at),
        ),
      placeOnTop: (card) => {
        const place = placeOnTop(null, Date.now(), card.id)
        void act({ name: 'editCard', args: { cardId: card.id, place } }, { done: 'Moved to the top' })
      },
      place: (card, before, after) => {
        const [low, high] = [before, after].map((each) => (each === undefined ? null : placeOf(each)))
        const place =
          low == null
            ? placeOnTop(high ?? null, Date.now(), card.id)
            : placeBetween(low, high ?? null, card.id)
        void act({ name: 'editCard', args: { cardId: card.id, place } })
      },
      setColor: (ids, color) =>
        act(
          { name: 'setCardColor', args: { cardIds: ids, color } },
          { done: color === null ? 'Colour taken off' : `Coloured ${color}` },
        ),
      setType: (cards, type) => changeType(act, cards, type),
      copy: (card) => void copyText(card.content),
      openAddress: (card) => {
        const address = addressOfCard(card)
        if (address === null) return
        home.noteUse(card.id)
        window.open(address.href, '_blank', 'noopener,noreferrer')
      },
      openMenu: (card, at) => {
        const isManual = orderShown(home.search.getState()).by === 'by-hand'
        openContextMenu(`Card`, menuOf(card, actions, at, editorsOf(card, popups, home), isManual), at)
      },
    }
    return actions
  }, [act, home, popups, replica])
}

/** Functions that open a card's editors. */
interface Editors {
  text(): void
  tags(): void
  form(): void
  whole(): void
  /** Shows the copy of the card's page. */
  copy(): void
  /** Records that the card was used. */
  noteUse(): void
}

/**
 * Acts that open the editors of a card. With a mouse a text is edited in its row. With touch an editor opens,
 * because a phone's keyboard leaves the row no space.
 */
function editorsOf({ id: entityId }: Card, popups: Popups, { focus, noteUse }: HomeScreen): Editors {
  const isFinger = matchMedia('(pointer: coarse)').matches
  return {
    text: () => (isFinger ? popups.open('entity-edit-text', { entityId }) : focus.getState().edit(entityId)),
    tags: () => (isFinger ? popups.open('entity-edit-tags', { entityId }) : focus.getState().tag(entityId)),
    form: () => popups.open('home-editEntity', { entityId }),
    whole: () => popups.open('master-editor', { entityId }),
    copy: () => popups.open('page-copy', { entityId }),
    noteUse: () => noteUse(entityId),
  }
}

function menuOf(
  card: Card,
  actions: CardActions,
  at: Element | Box,
  editors: Editors,
  isManual: boolean,
): readonly MenuItem[] {
  const hasAddress = addressOfCard(card) !== null
  return [
    ...(card.type === 'todo' ? [completing(card, actions), postponing(card, actions, at)] : []),
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
    ...pageItems(card, editors.copy, editors.noteUse),
    ...(isManual ? [movingUp(card, actions)] : []),
    { label: 'Around then…', icon: CalendarSearch, onSelect: () => actions.aroundThen(card, at) },
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

/** Menu items that move a card up and down, for touch, which has no Alt key. */
function movingUp(card: Card, actions: CardActions): MenuItem {
  return { label: 'Move to the top', icon: ArrowUpToLine, onSelect: () => actions.placeOnTop(card) }
}

function completing(card: Card, actions: CardActions): MenuItem {
  return {
    label: card.doneAt === null ? 'Complete' : 'Mark as not done',
    icon: card.doneAt === null ? CircleCheck : CircleDashed,
    shortcut: keyFor('complete'),
    onSelect: () => actions.complete([card]),
  }
}

function postponing(card: Card, actions: CardActions, at: Element | Box): MenuItem {
  return {
    label: 'Due date…',
    icon: CalendarClock,
    shortcut: keyFor('postpone'),
    onSelect: () => actions.postpone([card], at),
  }
}

/**
 * Completes each card with the due date that the person sees, so that two devices don't complete the same
 * occurrence twice.
 */
async function completeOrOpen(act: Act, cards: readonly Card[]): Promise<void> {
  const open = cards.filter(({ doneAt }) => doneAt === null)
  if (open.length === 0) {
    const reopened = cards.map(
      ({ id }) => ({ name: 'editCard', args: { cardId: id, doneAt: null } }) as const,
    )
    await act(reopened, {
      done: cards.length === 1 ? 'Not done again' : `Opened ${counted(cards.length, 'card')}`,
    })
    return
  }
  const doneAt = serverNow()
  const seen = open.map(({ id, dueAt }) => ({ id, dueAt }))
  const today = dayOf(wallClock(new Date()))
  // With more cards, the act first waits until the person confirms a preview, so no row is leaving yet.
  if (open.length < WIDE_FROM)
    leaveSlowly(open.filter(({ recurrence }) => recurrence === null).map((card) => ({ ...card, doneAt })))
  await act(
    { name: 'completeCards', args: { cards: seen, doneAt, today } },
    { done: completedWords(open, today) },
  )
}

/** What was completed, and when a single recurring todo is due next. */
function completedWords(cards: readonly Card[], today: Day): string {
  const [card] = cards
  if (card === undefined || cards.length > 1) return `Completed ${counted(cards.length, 'card')}`
  const next = card.recurrence === null ? null : nextDue(card.recurrence, card.dueAt ?? today, today)
  return next === null ? 'Completed' : `Completed. Next: ${dueWords(next, `${today}T00:00`)}`
}

function openColors(card: Card, actions: CardActions, at: Element | Box): void {
  const set = (color: Color | null) => actions.setColor([card.id], card.color === color ? null : color)
  openContextMenu('Colour of the card', colorItems(card.color, set), at)
}

/** Changes the type. Sent only for cards with another type (CD-6). */
async function changeType(act: Act, cards: readonly Card[], type: CardType): Promise<boolean> {
  const changed = cards.filter((card) => card.type !== type)
  return act(
    changed.map((card) => ({ name: 'editCard', args: { cardId: card.id, type } }) as const),
    { done: `Made ${counted(changed.length, SUBJECT_WORDS[type].one)}` },
  )
}
