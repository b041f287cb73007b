import { type Card, type Day, type Due, dayOf, timeOf, withTime } from '@cardinal/domain'
import { CalendarClock, CalendarOff, CalendarPlus } from 'lucide-react'
import { createElement } from 'react'
import { openContextMenu, openContextPanel } from '../../ui/context-menu.tsx'
import type { MenuItem } from '../../ui/menu.tsx'
import type { Box } from '../../ui/place.ts'
import { toast, UNDERSTOOD } from '../../ui/toaster.tsx'
import type { Act } from '../changes/use-act.ts'
import { counted } from '../text/counted.ts'
import { writtenDay } from '../text/dates.ts'
import { DuePicker, quickDays, StartPicker } from './due-picker.tsx'
import { clockAt, dueSentence } from './due-words.ts'

const VALUE_FIELDS = ['dueAt', 'startAt', 'recurrence'] as const
type ValueField = (typeof VALUE_FIELDS)[number]

/** Opens the menu that moves the due dates and start dates of todos. Their time of day and recurrence stay. */
export function openPostpone(act: Act, cards: readonly Card[], at: Element | Box): void {
  const todos = cards.filter(({ type }) => type === 'todo')
  if (todos.length === 0) {
    toast('Only todos have a due date.', UNDERSTOOD)
    return
  }
  const now = clockAt(Date.now())
  const move = (dueOf: (card: Card) => Partial<Pick<Card, ValueField>>, done: string) => {
    const changed = todos
      .map((card) => ({ card, next: dueOf(card) }))
      .filter(({ card, next }) =>
        VALUE_FIELDS.some((field) => next[field] !== undefined && card[field] !== next[field]),
      )
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
  const withOwnTime = (dueAt: Due, card: Card) =>
    withTime(
      dayOf(dueAt),
      timeOf(dueAt) ?? (todos.length > 1 && card.dueAt !== null ? timeOf(card.dueAt) : null),
    )
  const pickIn = (Picker: typeof DuePicker, name: string) => () => {
    const [first, ...others] = todos
    if (first === undefined) return
    const same = <Field extends ValueField>(field: Field) =>
      others.every((other) => other[field] === first[field]) ? first[field] : null
    const value = { dueAt: same('dueAt'), startAt: same('startAt'), recurrence: same('recurrence') }
    openContextPanel(
      todos.length === 1 ? name : `${name} of ${counted(todos.length, 'todo')}`,
      (close) =>
        createElement(Picker, {
          value,
          now,
          close,
          onDone: ({ dueAt, startAt, recurrence }, done) =>
            move(
              (card) => ({
                dueAt: dueAt === value.dueAt ? card.dueAt : dueAt && withOwnTime(dueAt, card),
                startAt: startAt === value.startAt ? card.startAt : startAt,
                recurrence: recurrence === value.recurrence ? card.recurrence : recurrence,
              }),
              dueAt === value.dueAt || dueAt === null ? done : dueSentence(dueAt, now, recurrence),
            ),
        }),
      at,
    )
  }
  const items: readonly MenuItem[] = [
    ...daysAhead(now).map(
      ([label, day]): MenuItem => ({ label, icon: CalendarClock, onSelect: () => toDay(day) }),
    ),
    { label: 'Another day…', startsSection: true, onSelect: pickIn(DuePicker, 'Due date') },
    { label: 'Start date…', icon: CalendarPlus, onSelect: pickIn(StartPicker, 'Start date') },
    {
      label: 'No due date',
      icon: CalendarOff,
      onSelect: () => move(() => ({ dueAt: null, recurrence: null }), 'Due date removed'),
    },
  ]
  openContextMenu('Due date', items, at)
}

/** The days that the menu offers. */
export function daysAhead(now: Due): readonly (readonly [label: string, day: Day])[] {
  return quickDays(dayOf(now)).map(([label, day]) => [`${label}, ${writtenDay(day, now)}`, day] as const)
}
