import { DAY_MS, type Day, dayOfNumber } from '@cardinal/domain'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import styles from './calendar.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface CalendarProps {
  readonly label: string
  /** The chosen day; null: none. */
  readonly day: Day | null
  /** The other end of the range of `day`. */
  readonly until?: Day | undefined
  readonly today: Day
  readonly onPick: (day: Day) => void
}

const CLASSES = {
  root: cx(styles.calendar),
  months: cx(styles.months),
  month_caption: cx(styles.caption),
  nav: cx(styles.nav),
  button_previous: cx(styles.step),
  button_next: cx(styles.step),
  month_grid: cx(styles.grid),
  weekday: cx(styles.weekday),
  day: cx(styles.day),
  day_button: cx(styles.button),
  selected: cx(styles.selected),
  today: cx(styles.today),
  outside: cx(styles.outside),
}

const RANGE = { range: cx(styles.range) }

/** A month of days. Shows the month of the chosen day, also when another day is chosen elsewhere. */
export function Calendar({ label, day, until, today, onPick }: CalendarProps) {
  const chosen = day === null ? undefined : dateOf(day)
  return (
    <DayPicker
      key={day?.slice(0, 7) ?? ''}
      mode="single"
      required={false}
      selected={chosen}
      defaultMonth={chosen ?? dateOf(today)}
      today={dateOf(today)}
      weekStartsOn={1}
      showOutsideDays
      // Six weeks in each month, so that the buttons below don't move.
      fixedWeeks
      aria-label={label}
      modifiers={day === null || until === undefined ? {} : { range: rangeOf(day, until) }}
      modifiersClassNames={RANGE}
      classNames={CLASSES}
      components={{ Chevron }}
      onDayClick={(date) => onPick(dayIn(date))}
    />
  )
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return <Icon of={orientation === 'left' ? ChevronLeft : ChevronRight} size={16} />
}

function rangeOf(one: Day, other: Day): { from: Date; to: Date } {
  return one < other ? { from: dateOf(one), to: dateOf(other) } : { from: dateOf(other), to: dateOf(one) }
}

/** Local midnight. */
function dateOf(day: Day): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

function dayIn(date: Date): Day {
  return dayOfNumber(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS)
}
