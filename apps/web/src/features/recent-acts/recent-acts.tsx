import { Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { KEPT_ACTS, type KeptAct, useAnswer, useReplica } from '../../replica/index.ts'
import { presentMinute } from '../../shared/search/use-now.ts'
import { counted } from '../../shared/text/counted.ts'
import { cutText } from '../../shared/text/cut-text.ts'
import { fullDate, relativeDate } from '../../shared/text/relative-date.ts'
import { Button, EmptyState, Skeleton } from '../../ui/index.ts'
import styles from '../../ui/row-list.module.css'
import { redoAct, undoAct, useActs } from './use-acts.ts'

/** The number of acts rendered at once. */
const SHOWN = 50

/** Renders the acts on this device, latest first, each with its undo. */
export default function RecentActs() {
  const acts = useActs()
  const [shown, setShown] = useState(SHOWN)
  if (acts === undefined)
    return (
      <div aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  if (acts.length === 0)
    return (
      <EmptyState icon={Undo2} title="Nothing to undo yet">
        {`What you change in this workspace on this device stands here for ${KEPT_ACTS.days} days.`}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <p className={styles.about}>
        {`The last ${KEPT_ACTS.acts} changes of ${KEPT_ACTS.days} days, made on this device and kept on it until you sign out. An undo leaves what was changed since as it is.`}
      </p>
      <List acts={acts.slice(0, shown)} />
      {acts.length > shown && (
        <Button size="sm" onClick={() => setShown(shown + SHOWN)}>
          Show more
        </Button>
      )}
    </div>
  )
}

function List({ acts }: { acts: readonly KeptAct[] }) {
  const ids = [...new Set(acts.flatMap(({ cardId }) => cardId ?? []))]
  const { answer: cards } = useAnswer('cardsById', ids.length === 0 ? null : { ids })
  const texts = new Map(cards?.flatMap((card) => (card ? [[card.id, cutText(card.content, 60).shown]] : [])))
  const now = presentMinute()
  return (
    <ul className={styles.list} aria-label="Recent changes">
      {acts.map((act) => (
        <Row key={act.id} act={act} text={texts.get(act.cardId ?? '')} now={now} />
      ))}
    </ul>
  )
}

function Row({ act, text, now }: { act: KeptAct; text: string | undefined; now: number }) {
  const replica = useReplica()
  const row = useRef<HTMLLIElement>(null)
  const wasPressed = useRef(false)
  const underWay = useRef<Promise<void> | null>(null)
  const { label, at, cards, undone, bytes } = act
  const turning = undone === null ? 'Undo' : 'Redo'
  const more = cards > 1 ? `and ${counted(cards - 1, 'more card', 'more cards')}` : ''
  const canTurn = undone === null || bytes > 0
  // If the button disappears, the row gets the focus and says the outcome.
  useEffect(() => {
    if (!canTurn && wasPressed.current) row.current?.focus({ preventScroll: true })
  }, [canTurn])
  return (
    <li className={styles.row} ref={row} tabIndex={-1}>
      <div className={styles.text}>
        <p>{label}</p>
        <p className={styles.about}>
          <time dateTime={new Date(at).toISOString()} title={fullDate(at)}>
            {relativeDate(at, now)}
          </time>
          {text !== undefined && ` · ${text} ${more}`}
          {text === undefined && cards > 1 && ` · ${counted(cards, 'card')}`}
        </p>
        {undone !== null && <p className={styles.about}>{undone === '' ? 'Undone' : `Undone. ${undone}`}</p>}
      </div>
      {canTurn && (
        <Button
          size="sm"
          icon={undone === null ? Undo2 : Redo2}
          aria-label={`${turning}: ${label}`}
          onClick={() => {
            wasPressed.current = true
            const turn = undone === null ? undoAct : redoAct
            underWay.current ??= turn(replica, act).finally(() => {
              underWay.current = null
            })
          }}
        >
          {turning}
        </Button>
      )}
    </li>
  )
}
