import { displayNameOf, LIMITS } from '@cardinal/domain'
import { CloudOff, RotateCcw, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { PopupProps } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import type { CallFailed } from '../../session/index.ts'
import { usePlanRoom } from '../../shared/account/plan-limit.tsx'
import { TYPE_ICONS } from '../../shared/cards/card-types.ts'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import { counted } from '../../shared/text/counted.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Button, EmptyState, Icon, moveFocusFrom, Skeleton } from '../../ui/index.ts'
import rows from '../../ui/row-list.module.css'
import styles from './deleted-cards.module.css'
import { type DeletedCard, type DeletedClient, deletedClient, useDeleted } from './use-deleted.ts'

/** Renders recently deleted cards, latest first, each with a button that restores it. */
export default function DeletedCards({ client = deletedClient }: PopupProps & { client?: DeletedClient }) {
  const deleted = useDeleted(client)
  const { cards, failure } = deleted
  const room = usePlanRoom()?.room ?? null
  const [isTooMany, setIsTooMany] = useState(false)
  if (cards === null && failure !== null) return <NotLoaded failure={failure} onRetry={deleted.load} />
  if (cards === null) return <Loading />
  if (cards.length === 0 && !deleted.hasMore)
    return (
      <EmptyState icon={Trash2} title="Nothing was deleted lately">
        A deleted card stays here for {LIMITS.deletedCardsKept} days.
      </EmptyState>
    )
  const restore = (chosen: readonly DeletedCard[]) => {
    const fits = room === null || chosen.length <= room
    setIsTooMany(!fits)
    if (fits) deleted.restore(chosen)
    return fits
  }
  return (
    <div className={rows.page}>
      <div className={styles.head}>
        <p className={rows.about}>Kept for {LIMITS.deletedCardsKept} days, then gone for good.</p>
        {cards.length > 1 && (
          <Button
            size="sm"
            tone="quiet"
            icon={RotateCcw}
            onClick={(event) => {
              const button = event.currentTarget
              if (restore(cards)) moveFocusFrom(button)
            }}
          >
            {deleted.hasMore ? 'Bring back these' : 'Bring back all'} {cards.length}
          </Button>
        )}
      </div>
      {isTooMany && room !== null && (
        <p role="alert">
          {room === 0
            ? 'Your plan has no room for another card. '
            : `Your plan has room for ${counted(room, 'card')} more. `}
          Nothing was brought back.
        </p>
      )}
      <List cards={cards} onRestore={(card) => restore([card])} />
      {failure !== null && <p role="alert">{failure.message}</p>}
      {deleted.hasMore && (
        <Button size="sm" onClick={deleted.more}>
          Show more
        </Button>
      )}
    </div>
  )
}

function List({
  cards,
  onRestore,
}: {
  cards: readonly DeletedCard[]
  /** False: the plan has no room for the card. */
  onRestore: (card: DeletedCard) => boolean
}) {
  const ids = useMemo(() => [...new Set(cards.flatMap((card) => card.tagIds))], [cards])
  const { answer: tags } = useAnswer('tagsById', ids.length === 0 ? null : { ids })
  const nameById = useMemo(
    () => new Map(tags?.flatMap((tag) => (tag ? [[tag.id, displayNameOf(tag)]] : []))),
    [tags],
  )
  return (
    <ul className={rows.list} aria-label="Deleted cards">
      {cards.map((card) => {
        const shown = lineOf(card)
        const names = card.tagIds.flatMap((id) => nameById.get(id) ?? [])
        return (
          <li key={card.id} className={rows.row}>
            <span className={styles.icon} title={SUBJECT_WORDS[card.type].one}>
              <Icon of={TYPE_ICONS[card.type]} size={16} />
            </span>
            <div className={rows.text}>
              <p>{shown}</p>
              {names.length > 0 && <p className={styles.tags}>{names.join(', ')}</p>}
            </div>
            <Button
              size="sm"
              icon={RotateCcw}
              aria-label={`Bring back “${lineOf(card, 40)}”`}
              onClick={(event) => {
                const button = event.currentTarget
                if (onRestore(card)) moveFocusFrom(button)
              }}
            >
              Bring back
            </Button>
          </li>
        )
      })}
    </ul>
  )
}

function Loading() {
  return (
    <div className={rows.page} aria-busy="true">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} lines={2} />
      ))}
    </div>
  )
}

function NotLoaded({ failure, onRetry }: { failure: CallFailed; onRetry: () => void }) {
  const isOffline = failure.status === null
  return (
    <EmptyState
      icon={isOffline ? CloudOff : Trash2}
      title={isOffline ? 'The list is on the server' : 'The list could not be loaded'}
      actions={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p role="alert">{failure.message}</p>
      {isOffline && <p>What you deleted a moment ago comes back by Undo, without a connection too.</p>}
    </EmptyState>
  )
}
