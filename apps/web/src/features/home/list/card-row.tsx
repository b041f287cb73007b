import { type Card, type Id, isDone } from '@cardinal/domain'
import { Ellipsis, GripVertical, Maximize2, Pencil, Tag } from 'lucide-react'
import {
  type ChangeEvent,
  lazy,
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { type Popups, usePopups } from '../../../overlays/index.ts'
import { draftStore } from '../../../shared/card-form/draft-store.ts'
import { EditInPlace } from '../../../shared/cards/edit-in-place.tsx'
import { type CardActions, useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import type { CardPart } from '../../../shared/search/home-screen.tsx'
import { useOpenNote } from '../../../shared/search/use-home-address.ts'
import { SUBJECT_WORDS } from '../../../shared/searchbar/mode-words.ts'
import { fullDate, relativeDate } from '../../../shared/text/dates.ts'
import { lineOf } from '../../../shared/text/note-title.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { ErrorBoundary, Later } from '../../../ui/error-view.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useLongPress } from '../../../ui/use-long-press.ts'
import { homeFocus, homeScreen, homeSelection } from '../home-screen.ts'
import styles from './card-row.module.css'
import { isByFinger, type RowLook } from './row-props.ts'
import { CardTags, LinkRow, NoteRow, TodoRow } from './rows.tsx'
import { type CardGrip, useCardDrag } from './use-card-drag.ts'
import { VersionsMark } from './versions-mark.tsx'

/** Loaded before the first card is opened: see `useLoadingParts`. */
export const loadLinkedCards = () => import('./linked-cards.tsx')
const LinkedCards = lazy(loadLinkedCards)
/** Loaded before the first card with a file is added: see `useLoadingParts`. */
export const loadRowFiles = () => import('../../../shared/files/row-files.tsx')
const RowFiles = lazy(loadRowFiles)
/** Loaded before the first draft is written: see `useLoadingParts`. */
export const loadDrafts = () => import('../sync/unsaved-drafts.tsx')
const DraftMark = lazy(() => loadDrafts().then(({ DraftMark }) => ({ default: DraftMark })))

interface CardRowProps {
  readonly card: Card
  readonly look: RowLook
  /** Words of the search to mark in the text. */
  readonly words: readonly string[]
  readonly now: number
  /** Suggested tags, for a card just added. */
  readonly offers?: ReactNode
  /** The open tag panel of the card. */
  readonly tagPanel?: ReactNode
  /** Called at Shift-click: selects from the last ticked card to this one. */
  readonly onSelectRange: (card: Card) => void
}

const ROWS = { todo: TodoRow, note: NoteRow, link: LinkRow }

export const CardRow = memo(function CardRow(props: CardRowProps) {
  const { card, look, words, now } = props
  const ref = useRef<HTMLElement>(null)
  const textId = useId()
  const { isActive, awaitedPart, isEditing, isOpen } = useRowFocus(card.id)
  const hasDrafts = useStore(draftStore, ({ drafts }) => drafts.size > 0)
  const isSelected = useStore(homeSelection, (selection) => selection.cards.has(card.id))
  const actions = useCardActions()
  const popups = usePopups()
  const openNote = useOpenNote()
  const menu = useLongPress(
    (at) => actions.openMenu(card, at),
    () => choose(card.id),
  )
  const drag = useCardDrag(card)
  useTakingFocus(ref, card.id, awaitedPart)
  useLeavingFocusToList(ref)
  const doneEditing = () => {
    homeFocus.getState().edit(null)
    ref.current?.focus({ preventScroll: true })
  }
  const takeTextFocus = () => homeFocus.getState().takeFocus(card.id, 'text')
  const Row = ROWS[card.type]
  const hasPanel = props.tagPanel !== undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys act on the card that has the focus, by the map of the page.
    <article
      ref={ref}
      {...menu}
      {...drag.row}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={textId}
      data-card={card.id}
      data-type={card.type}
      data-density={look.density}
      data-color={card.color ?? undefined}
      className={cx(
        styles.card,
        isSelected && styles.selected,
        isDone(card) && styles.done,
        (isEditing || hasPanel) && styles.worked,
      )}
      onFocus={() => homeFocus.getState().setCard(card.id)}
      onPointerDownCapture={notePress}
      onClick={(event) => {
        if (event.detail < 2) toggledId = null
        if (isLink(event.target)) homeScreen.noteUse(card.id)
        else if (!isPlain(event.target)) return
        else if (homeSelection.getState().cards.size > 0) choose(card.id)
        else if (isByFinger(event)) tap(card, popups, openNote)
        else if (!isEditing && !hasPanel && opensByPress(event)) open(card, actions, openNote)
      }}
      onAuxClick={(event) => event.button === 1 && isLink(event.target) && homeScreen.noteUse(card.id)}
      onDoubleClick={(event) => {
        if (!isPlain(event.target)) return
        if (toggledId === card.id) homeFocus.getState().toggleOpen(card.id)
        homeFocus.getState().edit(card.id)
      }}
    >
      <Gutter card={card} isSelected={isSelected} onSelectRange={props.onSelectRange} />
      <Row
        card={card}
        look={look}
        words={words}
        now={now}
        isOpen={isOpen}
        isActive={isActive}
        onToggle={() => homeFocus.getState().toggleOpen(card.id)}
        textId={textId}
        editor={
          isEditing ? (
            <EditInPlace
              card={card}
              isNew={props.offers !== undefined}
              onDone={doneEditing}
              takeFocus={takeTextFocus}
            />
          ) : null
        }
        tags={
          look.without.has('tags') || hasPanel ? null : (
            <CardTags card={card} isActive={isActive} isCut={look.cutsTags} />
          )
        }
      >
        {card.files !== null && (
          <div className={styles.files}>
            <Later>
              <RowFiles card={card} isActive={isActive} most={look.density === 'cards' ? 2 : 4} />
            </Later>
          </div>
        )}
        {hasDrafts && (
          <Later>
            <DraftMark cardId={card.id} />
          </Later>
        )}
        <VersionsMark card={card} />
        {isOpen && (
          <ErrorBoundary>
            <Suspense fallback={null}>
              <LinkedCards card={card} />
            </Suspense>
          </ErrorBoundary>
        )}
        {props.offers}
        {props.tagPanel}
        {!look.without.has('buttons') && (
          <RowButtons card={card} actions={actions} isActive={isActive} className={styles.buttons} />
        )}
      </Row>
      <RowEnd card={card} look={look} now={now} actions={actions} isActive={isActive} grip={drag.grip} />
    </article>
  )
})

/** Opens a tapped card. */
function tap({ id, type }: Card, popups: Popups, openNote: (id: Id) => void): void {
  if (type === 'note') void openNote(id)
  else popups.open('master-editor', { entityId: id })
}

/** Opens a clicked card, as Enter does. */
function open(card: Card, actions: CardActions, openNote: (id: Id) => void): void {
  if (card.type === 'link') actions.openAddress(card)
  else if (card.type === 'note') void openNote(card.id)
  else {
    homeFocus.getState().toggleOpen(card.id)
    toggledId = card.id
  }
}

/** The card that the latest click opened or closed. A double click edits the card and undoes that. */
let toggledId: Id | null = null

/** Whether the latest press only closed a menu or ended a text selection. */
let wasForOther = false

function notePress(): void {
  wasForOther =
    document.querySelector('[popover="auto"]:popover-open') !== null || getSelection()?.type === 'Range'
}

/**
 * Whether a click opens the card: not the second of a double click, not with a modifier key, not after selecting
 * text. Clicks of screen readers have no count.
 */
function opensByPress({ detail, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const hasKey = ctrlKey || metaKey || shiftKey || altKey
  return detail === 0 || (detail === 1 && !hasKey && !wasForOther && getSelection()?.type !== 'Range')
}

/** Whether a press is on a link with an address of its own. */
function isLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a[target="_blank"]') !== null
}

function choose(id: Id): void {
  homeSelection.getState().toggle('cards', id)
}

/** Focuses a part of this card once. With `sight` nothing is focused: the list scrolls to the card. */
function useTakingFocus(ref: RefObject<HTMLElement | null>, cardId: Id, part: CardPart | null): void {
  useEffect(() => {
    const { takeFocus } = homeFocus.getState()
    if (part === 'card' && takeFocus(cardId, part) !== null) ref.current?.focus({ preventScroll: true })
    if (part === 'sight') takeFocus(cardId, part)
    // A new editor focuses itself; an open one does not.
    const field = part && ref.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    if (field && takeFocus(cardId, part) !== null) field.focus()
  }, [ref, cardId, part])
}

/** Moves the focus to the list when a row unmounts with the focus in it, so that keys still work. */
function useLeavingFocusToList(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const card = ref.current
    return () => {
      if (card?.contains(document.activeElement))
        card.closest<HTMLElement>('[role="list"]')?.focus({ preventScroll: true })
    }
  }, [ref])
}

/** The state of a card on the home page in one subscription, because scrolling mounts many rows. */
function useRowFocus(cardId: Id) {
  return useStore(
    homeFocus,
    useShallow((focus) => ({
      isActive: focus.cardId === cardId,
      awaitedPart: focus.awaited?.cardId === cardId ? focus.awaited.part : null,
      isEditing: focus.editingId === cardId,
      isOpen: focus.openIds.has(cardId),
    })),
  )
}

/** Whether a press is on the row or its text, not on a control or in a panel. */
function isPlain(target: EventTarget): boolean {
  return target instanceof Element && target.closest(CONTROLS) === null && target.closest('article') !== null
}

const CONTROLS = 'button, a:not([data-opens]), input, textarea, label, [popover], [data-new-tags]'

/** The left edge of a row: a box that ticks the card. It shows on hover, and while any card is ticked. */
function Gutter(props: { card: Card; isSelected: boolean; onSelectRange: (card: Card) => void }) {
  const { card, isSelected, onSelectRange } = props
  const choose = ({ nativeEvent }: ChangeEvent) => {
    // One handler for both, because a shift-click that extends the selection must not also toggle the card.
    if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onSelectRange(card)
    else homeSelection.getState().toggle('cards', card.id)
  }
  return (
    <label className={styles.gutter} title="Select (x)">
      <input
        type="checkbox"
        className={styles.box}
        tabIndex={-1}
        checked={isSelected}
        aria-label={`Select the ${SUBJECT_WORDS[card.type].one} “${lineOf(card, 40)}”`}
        onChange={choose}
      />
    </label>
  )
}

interface ActionsProps {
  readonly card: Card
  readonly actions: CardActions
  /** Whether this is the active row, whose buttons Tab reaches. */
  readonly isActive: boolean
}

/** The right edge of a row: its date, covered by buttons on hover and focus. */
function RowEnd(props: ActionsProps & { look: RowLook; now: number; grip: CardGrip | null }) {
  const { look, grip, ...actions } = props
  return (
    <div className={styles.end}>
      {grip !== null && (
        <span className={styles.grip} {...grip} aria-hidden="true">
          <Icon of={GripVertical} size={16} />
        </span>
      )}
      {!look.without.has('dates') && <When card={props.card} field={look.date} now={props.now} />}
      {!look.without.has('btns') && look.without.has('buttons') && (
        <span className={styles.actions}>
          <TagsButton {...actions} />
          <MoreButton {...actions} />
        </span>
      )}
    </div>
  )
}

/** All buttons of a card on a line of their own. */
function RowButtons({ className, ...props }: ActionsProps & { className: string | undefined }) {
  const { card, isActive } = props
  const popups = usePopups()
  return (
    <div className={className}>
      <TagsButton {...props} />
      <IconButton
        label="Edit text"
        shortcut={keyFor('edit')}
        icon={Pencil}
        size="sm"
        tabIndex={isActive ? 0 : -1}
        onClick={() => homeFocus.getState().edit(card.id)}
      />
      <IconButton
        label="Open"
        shortcut={keyFor('whole')}
        icon={Maximize2}
        size="sm"
        tabIndex={isActive ? 0 : -1}
        onClick={() => popups.open('master-editor', { entityId: card.id })}
      />
      <MoreButton {...props} />
    </div>
  )
}

function When({ card, field, now }: { card: Card; field: RowLook['date']; now: number }) {
  const at = field === 'created' ? card.createdAt : card.updatedAt
  return (
    <time
      className={styles.when}
      dateTime={new Date(at).toISOString()}
      // Formatted on hover: the full dates of all cards would take a tenth of the start time.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = fullDate(at)
      }}
    >
      {relativeDate(at, now)}
    </time>
  )
}

function TagsButton({ card, isActive }: ActionsProps) {
  return (
    <IconButton
      label="Tags"
      shortcut={keyFor('tag')}
      icon={Tag}
      size="sm"
      tabIndex={isActive ? 0 : -1}
      className={styles.tagsButton}
      onClick={() => homeFocus.getState().tag(card.id)}
    />
  )
}

function MoreButton({ card, actions, isActive }: ActionsProps) {
  return (
    <IconButton
      label="More"
      icon={Ellipsis}
      size="sm"
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => actions.openMenu(card, event.currentTarget)}
    />
  )
}
