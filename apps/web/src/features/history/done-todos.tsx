import {
  beforeOne,
  type Card,
  completedTimes,
  dayOf,
  grouped,
  previousDue,
  startFor,
  wallClock,
} from '@cardinal/domain'
import type { CardEdit } from '@cardinal/sync'
import { CircleCheck, Repeat, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { usePopups } from '../../overlays/index.ts'
import { useAnswer } from '../../replica/index.ts'
import { dueWords } from '../../shared/cards/due-words.ts'
import { useCardActions } from '../../shared/cards/use-card-actions.ts'
import { useAct } from '../../shared/changes/use-act.ts'
import { type CardSearch, cardSearch, DEFAULT_FILTERS } from '../../shared/search/filters.ts'
import { useToday } from '../../shared/search/use-now.ts'
import { cutText } from '../../shared/text/cut-text.ts'
import { headedDay, timeOfDay } from '../../shared/text/dates.ts'
import { Button, EmptyState, Icon, Skeleton } from '../../ui/index.ts'
import rows from '../../ui/row-list.module.css'
import styles from './done-todos.module.css'

const COMPLETED: CardSearch = {
  ...cardSearch('todo', '', '', DEFAULT_FILTERS),
  search: { kind: 'completed', days: '', start: null, end: null },
  done: null,
  order: { by: 'recently', of: 'updated' },
}
/** How many cards the first request asks for. */
const FIRST_ASKED = 200

/** One completion of a todo. A todo that comes back has several. */
interface Done {
  readonly card: Card
  /** ms since 1970. */
  readonly at: number
}

/** Completed todos by day, latest first, each with its time. A todo that recurs is listed once per completion. */
export default function DoneTodos() {
  const [limit, setLimit] = useState(FIRST_ASKED)
  const today = useToday()
  const { answer } = useAnswer('listCards', { ...COMPLETED, offset: 0, limit })
  const days = useMemo(() => (answer === undefined ? [] : byDay(answer.cards, answer.total)), [answer])
  // Cards are sorted by their last change. If all of these were changed after their completion, no day is surely
  // complete: ask for more.
  if (days.length === 0 && answer?.cards.length === limit && limit < answer.total) setLimit(limit * 2)
  if (answer === undefined)
    return (
      <div aria-busy="true">
        <Skeleton lines={6} />
      </div>
    )
  if (days.length === 0)
    return (
      <EmptyState icon={CircleCheck} title="Nothing done yet">
        A todo that you complete stands here, with its time.
      </EmptyState>
    )
  return (
    <div className={rows.page}>
      {days.map(({ day, done }) => (
        <section key={day}>
          <h3 className={styles.day}>
            {headedDay(day, today)} <span className={styles.count}>{grouped(done.length)}</span>
          </h3>
          <ul className={rows.list} aria-label={headedDay(day, today)}>
            {done.map((one) => (
              <Row key={`${one.card.id} ${one.at}`} done={one} />
            ))}
          </ul>
        </section>
      ))}
      {answer.cards.length < answer.total && (
        <Button size="sm" onClick={() => setLimit(limit * 2)}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Row({ done: { card, at } }: { done: Done }) {
  const popups = usePopups()
  const actions = useCardActions()
  const act = useAct()
  const isLast = card.doneAt === at
  const text = cutText(card.content, 120).shown
  const takeBack = () => {
    if (isLast) return actions.complete([card])
    const due = dueBefore(card, at)
    void act(
      { name: 'editCard', args: { cardId: card.id, ...due, completed: { added: [], removed: [at] } } },
      {
        done: due.dueAt
          ? `Not done: due ${dueWords(due.dueAt, wallClock(new Date()))}`
          : 'Removed from what is done',
      },
    )
  }
  return (
    <li className={rows.row}>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {timeOfDay(at)}
      </time>
      <button
        type="button"
        className={styles.open}
        onClick={() => popups.open('master-editor', { entityId: card.id })}
      >
        {text}
        {!isLast && (
          <>
            <Icon of={Repeat} size={13} />
            <span className="visually-hidden"> repeats</span>
          </>
        )}
      </button>
      <Button
        size="sm"
        tone="quiet"
        icon={Undo2}
        aria-label={`${isLast ? 'Not done' : 'Remove'}: ${cutText(card.content, 40).shown}`}
        onClick={takeBack}
      >
        {isLast ? 'Not done' : 'Remove'}
      </Button>
    </li>
  )
}

/** The due date and start of a recurring todo before its latest completion. Empty for an earlier completion. */
function dueBefore(card: Card, at: number): Pick<CardEdit, 'dueAt' | 'startAt' | 'recurrence'> {
  const { recurrence, dueAt, startAt, doneAt } = card
  if (recurrence === null || dueAt === null || doneAt !== null || completedTimes(card).at(-1) !== at)
    return {}
  const before = previousDue(recurrence, dueAt)
  return before === null
    ? {}
    : { dueAt: before, startAt: startFor(startAt, dueAt, before), recurrence: beforeOne(recurrence) }
}

/**
 * Completions by local day, latest first. Cards that are not loaded may have been completed before the oldest
 * `updatedAt` of `cards`, so completions before it are left out.
 *
 * @param cards the most recently changed ones, newest first
 */
function byDay(
  cards: readonly Card[],
  total: number,
): readonly { readonly day: string; readonly done: readonly Done[] }[] {
  const from = cards.length < total ? (cards.at(-1)?.updatedAt ?? 0) : 0
  const all = cards
    .flatMap((card) => completedTimes(card).map((at) => ({ card, at })))
    .filter(({ at }) => at >= from)
    .sort((a, b) => b.at - a.at || (a.card.id < b.card.id ? -1 : 1))
  const days = new Map<string, Done[]>()
  for (const done of all) {
    const day = dayOf(wallClock(new Date(done.at)))
    const same = days.get(day)
    if (same === undefined) days.set(day, [done])
    else same.push(done)
  }
  return [...days].map(([day, done]) => ({ day, done }))
}
