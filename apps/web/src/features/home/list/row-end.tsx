import type { Card } from '@cardinal/domain'
import { Ellipsis, GripVertical, Maximize2, Pencil, Tag } from 'lucide-react'
import { usePopups } from '../../../overlays/index.ts'
import type { CardActions } from '../../../shared/cards/use-card-actions.ts'
import { keyFor } from '../../../shared/keys/home-keys.ts'
import { fullDate, relativeDate } from '../../../shared/text/relative-date.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { homeFocus } from '../home-screen.ts'
import styles from './card-row.module.css'
import type { CardLook } from './row-props.ts'
import type { CardGrip } from './use-card-drag.ts'

interface ActionsProps {
  readonly card: Card
  readonly actions: CardActions
  /** True: this is the active row, and Tab reaches its buttons. */
  readonly isActive: boolean
}

/** Renders the right edge of a row: its date, covered by the buttons on hover and on focus. */
export function RowEnd(props: ActionsProps & { look: CardLook; now: number; grip: CardGrip | null }) {
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

/** Renders all buttons of a card, in a separate line. */
export function RowButtons({ className, ...props }: ActionsProps & { className: string | undefined }) {
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

function When({ card, field, now }: { card: Card; field: CardLook['date']; now: number }) {
  const at = field === 'created' ? card.createdAt : card.updatedAt
  return (
    <time
      className={styles.when}
      dateTime={new Date(at).toISOString()}
      // Set on hover only: formatting the full date of every card would take a tenth of a start.
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
