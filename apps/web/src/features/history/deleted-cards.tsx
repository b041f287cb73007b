import { fold, LIMITS } from '@cardinal/domain'
import { CloudOff, Layers, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { confirm, type PopupProps } from '../../overlays/index.ts'
import type { CallFailed } from '../../session/index.ts'
import { usePlanRoom } from '../../shared/account/plan-limit.tsx'
import { TYPE_ICONS } from '../../shared/cards/card-types.ts'
import { SUBJECT_WORDS } from '../../shared/searchbar/mode-words.ts'
import type { NameOfTag } from '../../shared/tags/reason-text.ts'
import { useNamesById } from '../../shared/tags/tag-names.ts'
import { counted } from '../../shared/text/counted.ts'
import { relativeDate } from '../../shared/text/dates.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Button, EmptyState, Icon, moveFocusFrom, Skeleton, TextField } from '../../ui/index.ts'
import rows from '../../ui/row-list.module.css'
import styles from './deleted-cards.module.css'
import {
  type DeletedCard,
  type DeletedClient,
  deletedClient,
  foldTogether,
  useDeleted,
} from './use-deleted.ts'

/** The fewest cards for which a search field is shown. */
const FEWEST_SEARCHED = 5

/** Recently deleted cards, latest first, each with a button that restores it. */
export default function DeletedCards({ client = deletedClient }: PopupProps & { client?: DeletedClient }) {
  const deleted = useDeleted(client)
  const { cards, failure } = deleted
  const room = usePlanRoom()?.room ?? null
  const [isTooMany, setIsTooMany] = useState(false)
  const tagIds = useMemo(() => [...new Set(cards?.flatMap((card) => card.tagIds))], [cards])
  const nameOf = useNamesById(tagIds)
  const [wanted, setWanted] = useState('')
  const { hasMore, more } = deleted
  const isSearching = wanted.trim() !== ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search goes on to the next page when one has come
  useEffect(() => {
    if (isSearching && hasMore) more()
  }, [isSearching, hasMore, cards?.length])
  const hasText = (card: DeletedCard, text: string) =>
    fold([card.content, ...namesOf(card, nameOf)].join('\n')).includes(fold(text))
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
  const found = !isSearching ? cards : cards.filter((card) => hasText(card, wanted))
  const these = deleted.hasMore || found !== cards ? 'these' : 'all'
  const empty = async () => {
    const isSure = await confirm({
      title: `Delete ${found.length === 1 ? 'the card' : `${these} ${found.length} cards`} for good?`,
      text: 'Their texts and earlier texts are removed from the server. Nothing brings them back.',
      confirmLabel: 'Delete for good',
      isDanger: true,
    })
    if (isSure) await deleted.empty(found)
  }
  return (
    <div className={rows.page}>
      <div className={styles.head}>
        <p className={rows.about}>Kept for {LIMITS.deletedCardsKept} days, then gone for good.</p>
        <div className={styles.all}>
          {found.length > 1 && (
            <Button
              size="sm"
              tone="quiet"
              icon={RotateCcw}
              onClick={(event) => {
                const button = event.currentTarget
                if (restore(found)) moveFocusFrom(button)
              }}
            >
              Bring back {these} {found.length}
            </Button>
          )}
          {found.length > 0 && (
            <Button size="sm" tone="quiet" icon={Trash2} onClick={() => void empty()}>
              Delete {found.length === 1 ? 'it' : `${these} ${found.length}`} for good
            </Button>
          )}
        </div>
      </div>
      {(cards.length > FEWEST_SEARCHED || deleted.hasMore) && (
        <TextField
          label="Search deleted cards"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
      )}
      {isTooMany && room !== null && (
        <p role="alert">
          {room === 0
            ? 'Your plan has no room for another card. '
            : `Your plan has room for ${counted(room, 'card')} more. `}
          Nothing was brought back.
        </p>
      )}
      {found.length > 0 && <List cards={found} nameOf={nameOf} onRestore={restore} />}
      {found.length === 0 && !deleted.hasMore && <p role="status">No deleted card has these words.</p>}
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
  nameOf,
  onRestore,
}: {
  cards: readonly DeletedCard[]
  nameOf: NameOfTag
  /** Returns false if the plan has no room for the cards. */
  onRestore: (cards: readonly DeletedCard[]) => boolean
}) {
  const [openAt, setOpenAt] = useState<ReadonlySet<number>>(new Set())
  return (
    <ul className={rows.list} aria-label="Deleted cards">
      {foldTogether(cards).flatMap((together) => {
        const [first] = together
        if (first === undefined) return []
        const row = (card: DeletedCard) => (
          <Row key={card.id} card={card} names={namesOf(card, nameOf)} onRestore={onRestore} />
        )
        if (together.length === 1 || openAt.has(first.deletedAt)) return together.map(row)
        return (
          <li key={`from ${first.id}`} className={rows.row}>
            <span className={styles.icon}>
              <Icon of={Layers} size={16} />
            </span>
            <div className={rows.text}>
              <p>{`${counted(together.length, 'card')}, deleted together ${relativeDate(first.deletedAt, Date.now())}`}</p>
              <p className={styles.tags}>{`“${lineOf(first, 40)}” and others`}</p>
            </div>
            <Button size="sm" tone="quiet" onClick={() => setOpenAt(new Set([...openAt, first.deletedAt]))}>
              Show
            </Button>
            <Restore name={`the ${together.length} cards`} onPress={() => onRestore(together)} />
          </li>
        )
      })}
    </ul>
  )
}

function Row(props: {
  card: DeletedCard
  names: readonly string[]
  onRestore: (cards: readonly DeletedCard[]) => boolean
}) {
  const { card, names, onRestore } = props
  return (
    <li className={rows.row}>
      <span className={styles.icon} title={SUBJECT_WORDS[card.type].one}>
        <Icon of={TYPE_ICONS[card.type]} size={16} />
      </span>
      <div className={rows.text}>
        <p>{lineOf(card)}</p>
        {names.length > 0 && <p className={styles.tags}>{names.join(', ')}</p>}
      </div>
      <Restore name={`“${lineOf(card, 40)}”`} onPress={() => onRestore([card])} />
    </li>
  )
}

/** @param onPress returns false if nothing was restored */
function Restore({ name, onPress }: { name: string; onPress: () => boolean }) {
  return (
    <Button
      size="sm"
      icon={RotateCcw}
      aria-label={`Bring back ${name}`}
      onClick={(event) => {
        const button = event.currentTarget
        if (onPress()) moveFocusFrom(button)
      }}
    >
      Bring back
    </Button>
  )
}

/** Names of the card's tags that still exist. */
function namesOf({ tagIds }: DeletedCard, nameOf: NameOfTag): readonly string[] {
  return tagIds.flatMap((id) => nameOf(id) ?? [])
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
