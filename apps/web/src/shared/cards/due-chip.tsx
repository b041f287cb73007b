import { type Card, dayOf, dueState, startsLater } from '@cardinal/domain'
import { CalendarClock, CircleAlert, Repeat } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../../ui/error-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useAct } from '../changes/use-act.ts'
import styles from './due.module.css'
import { clockAt, dueSentence, dueWords, startWords } from './due-words.ts'

const DuePicker = lazy(async () => ({ default: (await import('./due-picker.tsx')).DuePicker }))

/** Shows the due date, and opens the picker. Overdue is shown by icon and word, not only by colour. */
export function DueChip({ card, now, isActive }: { card: Card; now: number; isActive: boolean }) {
  const act = useAct()
  const clock = clockAt(now)
  const { dueAt, startAt, recurrence } = card
  const today = dayOf(clock)
  const starts = startAt !== null && startsLater(card, today) ? startWords(startAt, today) : null
  const none = starts === null ? 'none' : 'later'
  const state = dueAt === null ? none : card.doneAt !== null ? 'later' : dueState(dueAt, clock)
  const due = dueAt === null ? null : `${state === 'overdue' ? 'Overdue · ' : ''}${dueWords(dueAt, clock)}`
  const words = [starts, due].filter(Boolean).join(' · ') || 'Due date'
  return (
    <Popover
      label="Due date"
      placement="bottom-end"
      trigger={(trigger) => (
        <button
          type="button"
          className={styles.chip}
          data-due={state}
          tabIndex={isActive ? 0 : -1}
          aria-label={
            (starts === null ? '' : `${starts}. `) +
            (dueAt === null ? 'Set a due date' : `${dueSentence(dueAt, clock, recurrence)}. Change it`)
          }
          {...trigger}
        >
          <Icon of={state === 'overdue' ? CircleAlert : CalendarClock} size={13} />
          {words}
          {recurrence !== null && <Icon of={Repeat} size={12} />}
        </button>
      )}
    >
      {(close) => (
        <ErrorBoundary>
          <Suspense fallback={null}>
            <DuePicker
              value={{ dueAt, startAt, recurrence }}
              now={clock}
              close={close}
              onDone={(value, done) =>
                void act({ name: 'editCard', args: { cardId: card.id, ...value } }, { done })
              }
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </Popover>
  )
}
