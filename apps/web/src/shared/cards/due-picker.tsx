import {
  type Day,
  type Due,
  dayAfter,
  dayNumber,
  dayOf,
  inShortMonths,
  isDue,
  nextDue,
  timeOf,
  weekdayOf,
  withTime,
} from '@cardinal/domain'
import { type DueWords, readDue } from '@cardinal/domain/capture'
import { CalendarClock } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button, Popover, TextField } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { capital } from '../searchbar/mode-words.ts'
import type { CardDraft } from './card-draft.ts'
import styles from './due.module.css'
import { clockAt, dueSentence, dueWords, recurrenceWords } from './due-words.ts'

/** When a card is due, and how it comes back. */
interface DueValue {
  readonly dueAt: Due | null
  readonly recurrence: string | null
}

interface DuePickerProps {
  readonly value: DueValue
  /** Wall clock. */
  readonly now: Due
  readonly onChange: (value: DueValue) => void
}

const RULES = [
  ['', 'Never'],
  ['FREQ=DAILY', 'Every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  ['FREQ=WEEKLY', 'Every week'],
  ['FREQ=WEEKLY;INTERVAL=2', 'Every 2 weeks'],
  ['FREQ=MONTHLY', 'Every month'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
  ['FREQ=YEARLY', 'Every year'],
] as const

/** Picks a due date by button, in words, or by day and time, and its recurrence. */
export function DuePicker({ value, now, onChange }: DuePickerProps) {
  const today = dayOf(now)
  const time = value.dueAt === null ? null : timeOf(value.dueAt)
  const day = value.dueAt === null ? '' : dayOf(value.dueAt)
  const put = (dueAt: Due) => isDue(dueAt) && onChange({ ...value, dueAt })
  // On the 29th to the 31st, “Every month” says what happens in shorter months.
  const offered = RULES.map(([rule, label]): readonly [string, string] => {
    const whole = inShortMonths(rule, day === '' ? today : day)
    return whole === rule ? [rule, label] : [whole, capital(recurrenceWords(whole))]
  })
  const rules: readonly (readonly [string, string])[] =
    value.recurrence === null || offered.some(([rule]) => rule === value.recurrence)
      ? offered
      : [...offered, [value.recurrence, capital(recurrenceWords(value.recurrence))]]
  return (
    <div className={styles.picker}>
      <div className={styles.quick}>
        {quickDays(today).map(([label, quick]) => (
          <Button
            key={label}
            size="sm"
            aria-pressed={day === quick}
            onClick={() => put(withTime(quick, time))}
          >
            {label}
          </Button>
        ))}
      </div>
      <Words
        now={now}
        onRead={(read) => onChange({ dueAt: read.dueAt, recurrence: read.recurrence ?? value.recurrence })}
      />
      <div className={styles.fields}>
        <TextField
          label="Day"
          type="date"
          value={day}
          onChange={(event) => put(withTime(event.target.value, time))}
        />
        <TextField
          label="Time"
          type="time"
          value={time ?? ''}
          onChange={({ target }) =>
            put(withTime(day === '' ? today : day, target.value === '' ? null : target.value))
          }
        />
        <Select
          label="Repeat"
          value={value.recurrence ?? ''}
          choices={rules.map(([rule, label]) => ({ value: rule, label }))}
          onChange={(rule) =>
            onChange({
              dueAt: value.dueAt ?? (rule === '' ? null : firstDay(rule, today)),
              recurrence: rule === '' ? null : rule,
            })
          }
        />
      </div>
      <p className={styles.said}>
        {value.dueAt === null ? 'No due date' : dueSentence(value.dueAt, now, value.recurrence)}
      </p>
      <Button
        size="sm"
        tone="quiet"
        disabled={value.dueAt === null && value.recurrence === null}
        onClick={() => onChange({ dueAt: null, recurrence: null })}
      >
        Remove due date
      </Button>
    </div>
  )
}

/** The first day of a rule: the end of the month for the last day, otherwise today. */
function firstDay(rule: string, today: string): Due {
  const before = dayAfter(today, -1)
  return (rule.includes('BYMONTHDAY') && nextDue(rule, before, before)) || today
}

/** Renders a due date in words, such as "fri 14:00", parsed while typing; Enter accepts it. */
function Words({ now, onRead }: { now: Due; onRead: (read: DueWords) => void }) {
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const read = readDue(text, now)
  const take = (event: KeyboardEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (read === null) return
    onRead(read)
    setText('')
    setIsTried(false)
  }
  const error =
    isTried && text.trim() !== '' && read === null
      ? 'Not understood. Try “tomorrow”, “fri 14:00” or “every 2 weeks”.'
      : null
  return (
    <TextField
      label="In words"
      placeholder="tomorrow, fri 14:00, every 2 weeks"
      autoComplete="off"
      value={text}
      error={error}
      hint={
        read === null
          ? null
          : `${dueWords(read.dueAt, now)}${read.recurrence === null ? '' : `, ${recurrenceWords(read.recurrence)}`} — press Enter`
      }
      onChange={(event) => {
        setText(event.target.value)
        setIsTried(false)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) take(event)
      }}
    />
  )
}

/** Today, tomorrow and the next Monday, each with its label. */
export function quickDays(today: Day) {
  const monday = dayAfter(today, 7 - weekdayOf(dayNumber(today)))
  return [
    ['Today', today],
    ['Tomorrow', dayAfter(today, 1)],
    ['Next week', monday],
  ] as const
}

/** Renders the due date in a card's form: a button that shows it and opens the picker. */
export function DueField(props: {
  draft: Pick<CardDraft, 'dueAt' | 'recurrence'>
  onChange: (change: Pick<CardDraft, 'dueAt' | 'recurrence'>) => void
}) {
  const { dueAt = null, recurrence = null } = props.draft
  const now = clockAt(Date.now())
  return (
    <div>
      <Popover
        label="Due date"
        placement="bottom-start"
        trigger={(trigger) => (
          <Button type="button" size="sm" icon={CalendarClock} {...trigger}>
            {dueAt === null ? 'Due date' : dueSentence(dueAt, now, recurrence)}
          </Button>
        )}
      >
        <DuePicker value={{ dueAt, recurrence }} now={now} onChange={props.onChange} />
      </Popover>
    </div>
  )
}
