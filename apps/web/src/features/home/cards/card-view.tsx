import type { Card, Id } from '@cardinal/domain'
import { Ellipsis, Maximize2, Pencil, Tag } from 'lucide-react'
import {
  type MouseEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { usePopups } from '../../../overlays/index.ts'
import { CardText } from '../../../shared/cards/card-text.tsx'
import { EditInPlace } from '../../../shared/cards/edit-in-place.tsx'
import { useTagsById } from '../../../shared/cards/tags-context.tsx'
import { type CardActions, useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { type CardPart, homeFocus, homeSelection } from '../../../shared/search/home-screen.ts'
import { TagChip } from '../../../shared/tags/tag-chip.tsx'
import { fullDate, relativeDate } from '../../../shared/text/relative-date.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useLongPress } from '../../../ui/use-long-press.ts'
import { CardMark } from './card-mark.tsx'
import styles from './card-view.module.css'
import { DraftMark } from './draft-mark.tsx'
import { LinkedCards } from './linked-cards.tsx'
import { Subnotes } from './subnotes.tsx'
import { VersionsMark } from './versions-mark.tsx'

/** Parts of a card that a person can leave out, as the address names them. */
export type CardField = 'tags' | 'content' | 'dates' | 'titles' | 'buttons' | 'input' | 'btns'

export interface CardLook {
  readonly isCompact: boolean
  readonly without: ReadonlySet<CardField>
  /** Which date is shown: the one that the list goes by. */
  readonly date: 'created' | 'updated'
}

export interface CardViewProps {
  readonly card: Card
  readonly look: CardLook
  /** Words that were searched for, to be marked. */
  readonly words: readonly string[]
  /** How many of the words name tags that it carries; 0 shows nothing. */
  readonly rank: number
  readonly now: number
  /** Tags offered for it, where it was added a moment ago. */
  readonly offers?: ReactNode
  /** Its tag panel, where it is open. */
  readonly tagPanel?: ReactNode
  /** Shift-click: from the last ticked card to this one. */
  readonly onStretch: (card: Card) => void
}

/** One card in a list. Keys act on the one that has the focus; see the keyboard map of the home page. */
export const CardView = memo(function CardView(props: CardViewProps) {
  const { card, look, words, now } = props
  const ref = useRef<HTMLElement>(null)
  const textId = useId()
  const { isActive, awaitedPart, isEditing, isOpen } = useHandOn(card.id)
  const isSelected = useStore(homeSelection, (selection) => selection.cards.has(card.id))
  const actions = useCardActions()
  const menu = useLongPress((at) => actions.openMenu(card, at))
  const popups = usePopups()
  const toggle = () => homeFocus.getState().toggleOpen(card.id)
  // A finger has no double click: it opens the card, or chooses it while others are chosen.
  const onTap = () => {
    if (homeSelection.getState().cards.size > 0) homeSelection.getState().toggle('cards', card.id)
    else popups.open('master-editor', { entityId: card.id })
  }

  useTakingFocus(ref, card.id, awaitedPart)
  useLeavingFocusToList(ref)
  const doneEditing = () => {
    homeFocus.getState().edit(null)
    ref.current?.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys act on the card that has the focus, by the map of the page.
    <article
      ref={ref}
      {...menu}
      tabIndex={isActive ? 0 : -1}
      aria-labelledby={textId}
      data-card={card.id}
      data-color={card.color ?? undefined}
      className={cx(
        styles.card,
        look.isCompact && styles.compact,
        isActive && styles.active,
        isSelected && styles.selected,
        (isEditing || props.tagPanel !== undefined) && styles.worked,
      )}
      onFocus={(event) => event.target === event.currentTarget && homeFocus.getState().setCard(card.id)}
      onClick={(event) => isPlain(event.target) && isByFinger(event) && onTap()}
      onDoubleClick={(event) => isPlain(event.target) && homeFocus.getState().edit(card.id)}
    >
      <CardMark card={card} isSelected={isSelected} onStretch={props.onStretch} />
      <div className={styles.body} id={textId}>
        {isEditing ? (
          <EditInPlace
            card={card}
            onDone={doneEditing}
            takesFocus={() => homeFocus.getState().takeFocus(card.id, 'text')}
          />
        ) : (
          !look.without.has('content') && (
            <CardText card={card} words={words} isOpen={isOpen} onToggle={toggle} />
          )
        )}
        {!look.without.has('titles') && (
          <Subnotes
            card={card}
            words={words}
            isOpen={isOpen}
            hasInput={!look.without.has('input')}
            onToggle={toggle}
          />
        )}
        <DraftMark cardId={card.id} />
        <VersionsMark card={card} />
        {isOpen && <LinkedCards card={card} />}
        {!look.without.has('tags') && props.tagPanel === undefined && <CardTags card={card} />}
        {props.offers}
        {props.tagPanel}
        {!look.without.has('buttons') && <Actions card={card} actions={actions} />}
      </div>
      <div className={styles.end}>
        {!look.without.has('dates') && <When card={card} field={look.date} now={now} />}
        {!look.without.has('btns') && look.without.has('buttons') && (
          <>
            <TagsButton card={card} className={styles.tagsButton} />
            <More card={card} actions={actions} className={styles.more} />
          </>
        )}
      </div>
    </article>
  )
})

/** Takes the focus where it was sent to this card, once; for what is only to be seen, the list has scrolled. */
function useTakingFocus(ref: RefObject<HTMLElement | null>, cardId: Id, part: CardPart | null): void {
  useEffect(() => {
    const { takeFocus } = homeFocus.getState()
    if (part === 'card' && takeFocus(cardId, part)) ref.current?.focus({ preventScroll: true })
    if (part === 'sight') takeFocus(cardId, part)
  }, [ref, cardId, part])
}

/** A row that leaves the page with the focus in it leaves it to its list: keys go on from there. */
function useLeavingFocusToList(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const card = ref.current
    return () => {
      if (card?.contains(document.activeElement))
        card.closest<HTMLElement>('[role="list"]')?.focus({ preventScroll: true })
    }
  }, [ref])
}

/** What the home page does with a card: one subscription, because a list that scrolls makes many. */
function useHandOn(cardId: Id) {
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

function When({ card, field, now }: { card: Card; field: CardLook['date']; now: number }) {
  const at = field === 'created' ? card.createdAt : card.updatedAt
  return (
    <time
      className={styles.when}
      dateTime={new Date(at).toISOString()}
      // Seen by who points at it alone: written out for each card, it would take a tenth of a start.
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = fullDate(at)
      }}
    >
      {relativeDate(at, now)}
    </time>
  )
}

function CardTags({ card }: { card: Card }) {
  const tagsById = useTagsById()
  if (card.tagIds.length === 0) return null
  return (
    <div className={styles.tags}>
      {card.tagIds.map((id) => {
        const tag = tagsById.get(id)
        return tag && <TagChip key={id} tag={tag} cardId={card.id} tabIndex={-1} />
      })}
    </div>
  )
}

function Actions({ card, actions }: { card: Card; actions: CardActions }) {
  const popups = usePopups()
  const focus = homeFocus.getState()
  return (
    <div className={styles.row}>
      <TagsButton card={card} />
      <IconButton
        label="Edit text"
        shortcut={keyFor('edit')}
        icon={Pencil}
        size="sm"
        tabIndex={-1}
        onClick={() => focus.edit(card.id)}
      />
      <IconButton
        label="Open"
        shortcut={keyFor('whole')}
        icon={Maximize2}
        size="sm"
        tabIndex={-1}
        onClick={() => popups.open('master-editor', { entityId: card.id })}
      />
      <More card={card} actions={actions} />
    </div>
  )
}

function TagsButton({ card, className }: { card: Card; className?: string | undefined }) {
  return (
    <IconButton
      label="Tags"
      shortcut={keyFor('tag')}
      icon={Tag}
      size="sm"
      tabIndex={-1}
      className={className}
      onClick={() => homeFocus.getState().tag(card.id)}
    />
  )
}

/** Everything that can be done to the card, by one button with a place of its own. */
function More(props: { card: Card; actions: CardActions; className?: string | undefined }) {
  const { card, actions, className } = props
  return (
    <IconButton
      label="More"
      icon={Ellipsis}
      size="sm"
      tabIndex={-1}
      className={className}
      onClick={(event) => actions.openMenu(card, event.currentTarget)}
    />
  )
}

function isByFinger({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
}

/** A press on text, not on something that acts by itself. */
function isPlain(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input, textarea, label') === null
}
