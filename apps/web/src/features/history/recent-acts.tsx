import { FileUp, Redo2, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePopups } from '../../overlays/index.ts'
import { KEPT_ACTS, type KeptAct, type Replica, useAnswer, useReplica } from '../../replica/index.ts'
import { runRedo, runUndo } from '../../shared/changes/run-undo.ts'
import { undoStack } from '../../shared/changes/undo-stack.ts'
import { presentMinute } from '../../shared/search/use-now.ts'
import { counted } from '../../shared/text/counted.ts'
import { fullDate, relativeDate } from '../../shared/text/dates.ts'
import { lineOf } from '../../shared/text/note-title.ts'
import { Button, EmptyState, Skeleton } from '../../ui/index.ts'
import styles from '../../ui/row-list.module.css'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'

const MOST_SHOWN = 50

/** The acts of this device, latest first, each with an undo button. */
export default function RecentActs() {
  const acts = useActs()
  const [shown, setShown] = useState(MOST_SHOWN)
  if (acts === undefined)
    return (
      <div aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  if (acts.length === 0)
    return (
      <div className={styles.page}>
        <EmptyState icon={Undo2} title="Nothing to undo yet">
          {`What you change in this workspace on this device stands here for ${KEPT_ACTS.days} days.`}
        </EmptyState>
        <Imports />
      </div>
    )
  return (
    <div className={styles.page}>
      <p className={styles.about}>
        {`The last ${KEPT_ACTS.acts} changes of ${KEPT_ACTS.days} days, made on this device and kept on it until you sign out. An undo leaves what was changed since as it is.`}
      </p>
      <Imports />
      <List acts={acts.slice(0, shown)} />
      {acts.length > shown && (
        <Button size="sm" onClick={() => setShown(shown + MOST_SHOWN)}>
          Show more
        </Button>
      )}
    </div>
  )
}

/** Imports, which the server undoes. */
function Imports() {
  const popups = usePopups()
  return (
    <p className={styles.about}>
      Imports have a list of their own, with their undo:{' '}
      <Button size="sm" tone="quiet" icon={FileUp} onClick={() => popups.open('import-file')}>
        Imports of the last 30 days
      </Button>
    </p>
  )
}

function List({ acts }: { acts: readonly KeptAct[] }) {
  const ids = [...new Set(acts.flatMap(({ cardId }) => cardId ?? []))]
  const { answer: cards } = useAnswer('cardsById', ids.length === 0 ? null : { ids })
  const texts = new Map(cards?.flatMap((card) => (card ? [[card.id, lineOf(card, 60)]] : [])))
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
  // When the button disappears, the row gets the focus, and the outcome is announced.
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
            const runAct = undone === null ? undoAct : redoAct
            underWay.current ??= runAct(replica, act).finally(() => {
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

/** The acts in the open workspace, latest first. Undefined: not read yet. */
function useActs(): readonly KeptAct[] | undefined {
  const replica = useReplica()
  const [shown, setShown] = useState<{ of: Replica; acts: readonly KeptAct[] }>()
  useEffect(() => {
    let isWanted = true
    let stop = () => {}
    void replica.acts().then((list) => {
      const read = async () => {
        const acts = await list.list(replica.workspaceId)
        if (isWanted) setShown({ of: replica, acts })
      }
      if (isWanted) stop = list.subscribe(() => void read())
      void read()
    })
    return () => {
      isWanted = false
      stop()
    }
  }, [replica])
  return shown?.of === replica ? shown.acts : undefined
}

/** Undoes one act of the list, even after later changes. */
async function undoAct(replica: Replica, act: KeptAct): Promise<void> {
  const undoing = await (await replica.acts()).undoing(act.id)
  if (undoing === undefined) return toast('It was undone in another tab', UNDERSTOOD)
  // The undo key must not undo this act again.
  const ofTab = undoStack.getState().done.find(({ id }) => id === act.id)
  if (ofTab !== undefined) undoStack.getState().take(ofTab)
  const receipt = await runUndo(replica, { ...undoing, id: act.id, label: act.label })
  if (receipt === null && ofTab !== undefined) undoStack.getState().push(ofTab)
}

/** Redoes an undone act of the list. */
async function redoAct(replica: Replica, act: KeptAct): Promise<void> {
  const undoing = await (await replica.acts()).undoing(act.id)
  if (undoing === undefined) return toast('It was done again in another tab', UNDERSTOOD)
  await runRedo(replica, { ...undoing, id: act.id, label: act.label })
}
