import {
  type Card,
  type Day,
  type Due,
  dayAfter,
  dayNumber,
  dayOf,
  timeOf,
  weekdayOf,
  withTime,
} from '@cardinal/domain'
import { type DueWords, readDue } from '@cardinal/domain/capture'
import { CalendarClock, CalendarOff } from 'lucide-react'
import { askText } from '../../overlays/ask.ts'
import { openContextMenu } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Box } from '../../ui/place.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import type { Act } from '../changes/use-act.ts'
import { counted } from '../text/counted.ts'
import { quickDays } from './due-picker.tsx'
import { clockAt, dueSentence } from './due-words.ts'

/** Opens the menu that moves the due dates of the todos among the cards. A time of day and a repetition stay. */
export function openPostpone(act: Act, cards: readonly Card[], at: Element | Box): void {
  const todos = cards.filter(({ type }) => type === 'todo')
  if (todos.length === 0) {
    toast('Only todos have a due date.', UNDERSTOOD)
    return
  }
  const now = clockAt(Date.now())
  const move = (dueOf: (card: Card) => Pick<Card, 'dueAt' | 'recurrence'>, done: string) => {
    const changed = todos
      .map((card) => ({ card, next: dueOf(card) }))
      .filter(({ card, next }) => card.dueAt !== next.dueAt || card.recurrence !== next.recurrence)
    void act(
      changed.map(({ card, next }) => ({ name: 'editCard', args: { cardId: card.id, ...next } }) as const),
      {
        done:
          todos.length === 1
            ? done
            : `${counted(todos.length, 'todo')}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`,
      },
    )
  }
  const toDay = (day: Day) =>
    move(
      ({ dueAt, recurrence }) => ({
        dueAt: withTime(day, dueAt === null ? null : timeOf(dueAt)),
        recurrence,
      }),
      dueSentence(day, now, null),
    )
  const pick = async () => {
    const text = await askText({
      title: todos.length === 1 ? 'Due date' : `Due date of ${counted(todos.length, 'todo')}`,
      label: 'When, in words',
      hint: 'tomorrow, fri 14:00, 1 dec, every 2 weeks',
      confirmLabel: 'Set it',
      check: (said) =>
        readDue(said, now) === null ? 'Not understood. Try “tomorrow”, “fri 14:00” or “1 dec”.' : null,
    })
    const read: DueWords | null = text === null ? null : readDue(text, now)
    if (read !== null)
      move(
        ({ recurrence }) => ({ dueAt: read.dueAt, recurrence: read.recurrence ?? recurrence }),
        dueSentence(read.dueAt, now, null),
      )
  }
  const items: readonly MenuItem[] = [
    ...daysAhead(now).map(
      ([label, day]): MenuItem => ({ label, icon: CalendarClock, onSelect: () => toDay(day) }),
    ),
    { label: 'Another day…', startsSection: true, onSelect: () => void pick() },
    {
      label: 'No due date',
      icon: CalendarOff,
      onSelect: () => move(() => ({ dueAt: null, recurrence: null }), 'Due date removed'),
    },
  ]
  openContextMenu('Due date', items, at)
}

/** The days that the menu offers: on a Saturday or Sunday "Weekend" is the next one. */
export function daysAhead(now: Due): readonly (readonly [label: string, day: Day])[] {
  const today = dayOf(now)
  const weekday = weekdayOf(dayNumber(today))
  const saturday = dayAfter(today, weekday < SATURDAY ? SATURDAY - weekday : SATURDAY + 7 - weekday)
  const [first, second, nextWeek] = quickDays(today)
  return [first, second, ['Weekend', saturday] as const, nextWeek].map(
    ([label, day]) => [`${label}, ${dateWords(day)}`, day] as const,
  )
}

/** As `weekdayOf` counts. */
const SATURDAY = 5

function dateWords(day: Day): string {
  return new Date(`${day}T00:00`).toLocaleDateString(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
}
