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
import type { DueWords } from '@cardinal/domain/capture'
import { CalendarClock } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Calendar } from '../../ui/calendar.tsx'
import { Button, Popover, TextField } from '../../ui/index.ts'
import { Select } from '../../ui/select.tsx'
import { capital } from '../searchbar/mode-words.ts'
import { readTypedDue } from '../text/typed-day.ts'
import type { CardDraft } from './card-draft.ts'
import styles from './due.module.css'
import { clockAt, dueSentence, dueWords, recurrenceWords, startWords } from './due-words.ts'

/** When a card is due, when work on it starts, and how it recurs. */
interface DueValue {
  readonly dueAt: Due | null
  readonly startAt: Day | null
  readonly recurrence: string | null
}

interface DuePickerProps {
  readonly value: DueValue
  /** The present day and time of this device. */
  readonly now: Due
  /** Called once: when a day is chosen, or when the picker closes with a changed time or repetition. */
  readonly onDone: (value: DueValue, done: string) => void
  readonly close: () => void
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

/**
 * Picks a due date in words, by button or in a calendar, and its time and recurrence. A chosen day closes the
 * picker, so time and recurrence are above the days. The card changes only then, so that no list moves under the
 * open picker.
 */
export function DuePicker({ value, now, onDone, close }: DuePickerProps) {
  const today = dayOf(now)
  const [draft, change] = useDraft(value, now, onDone)
  const time = draft.dueAt === null ? null : timeOf(draft.dueAt)
  const day = draft.dueAt === null ? null : dayOf(draft.dueAt)
  const takeWords = useRef(() => true)
  const take = (changed: Partial<DueValue>) => {
    change(changed)
    close()
  }
  return (
    <div className={styles.picker}>
      <Words
        take={takeWords}
        now={now}
        time={time}
        onRead={({ dueAt, recurrence }) => change({ dueAt, ...(recurrence !== null && { recurrence }) })}
        onEnter={close}
      />
      <div className={styles.fields}>
        <TextField
          label="Time"
          type="time"
          value={time ?? ''}
          onChange={({ target }) => {
            const dueAt = withTime(day ?? today, target.value === '' ? null : target.value)
            if (isDue(dueAt)) change({ dueAt })
          }}
        />
        <Select
          label="Repeat"
          value={draft.recurrence ?? ''}
          choices={rulesFor(day ?? today, draft.recurrence)}
          onChange={(rule) =>
            change({
              dueAt: draft.dueAt ?? (rule === '' ? null : firstDay(rule, today)),
              recurrence: rule === '' ? null : rule,
            })
          }
        />
      </div>
      <div className={styles.quick}>
        {quickDays(today).map(([label, quick]) => (
          <Button
            key={label}
            size="sm"
            aria-pressed={day === quick}
            onClick={() => take({ dueAt: withTime(quick, time) })}
          >
            {label}
          </Button>
        ))}
      </div>
      <Calendar
        label="Day"
        day={day}
        today={today}
        onPick={(picked) => take({ dueAt: withTime(picked, time) })}
      />
      <StartField day={draft.startAt} now={now} onDay={(startAt) => change({ startAt })} />
      <p className={styles.said} role="status">
        {valueWords(draft, now)}
      </p>
      <div className={styles.quick}>
        <Button size="sm" tone="primary" onClick={() => takeWords.current() && close()}>
          Done
        </Button>
        <Button
          size="sm"
          tone="quiet"
          disabled={draft.dueAt === null && draft.recurrence === null}
          onClick={() => take({ dueAt: null, recurrence: null })}
        >
          Remove due date
        </Button>
      </div>
    </div>
  )
}

/** Picks the day on which work starts, as `DuePicker` picks the due date. */
export function StartPicker({ value, now, onDone, close }: DuePickerProps) {
  const today = dayOf(now)
  const [draft, change] = useDraft(value, now, onDone)
  const take = (startAt: Day | null) => {
    change({ startAt })
    close()
  }
  return (
    <div className={styles.picker}>
      <StartField
        day={draft.startAt}
        now={now}
        onDay={(startAt) => change({ startAt })}
        isFirst
        onEnter={close}
      />
      <div className={styles.quick}>
        {quickDays(today)
          .slice(1)
          .map(([label, quick]) => (
            <Button key={label} size="sm" aria-pressed={draft.startAt === quick} onClick={() => take(quick)}>
              {label}
            </Button>
          ))}
      </div>
      <Calendar label="Day" day={draft.startAt} today={today} onPick={take} />
      <div className={styles.quick}>
        <Button size="sm" tone="primary" onClick={close}>
          Done
        </Button>
        <Button size="sm" tone="quiet" disabled={draft.startAt === null} onClick={() => take(null)}>
          Remove start date
        </Button>
      </div>
    </div>
  )
}

/** Stores the choice, and passes it to `onDone` when the picker closes. */
function useDraft(value: DueValue, now: Due, onDone: DuePickerProps['onDone']) {
  const [draft, setDraft] = useState(value)
  const latest = useRef({ first: value, draft: value, now, onDone })
  useEffect(() => {
    latest.current.onDone = onDone
  })
  useEffect(
    () => () => {
      const { first, draft: last, now, onDone: done } = latest.current
      const isChanged = (['dueAt', 'startAt', 'recurrence'] as const).some(
        (field) => last[field] !== first[field],
      )
      if (isChanged) done(last, changeWords(first, last, now))
    },
    [],
  )
  const change = (changed: Partial<DueValue>) => {
    const next = { ...latest.current.draft, ...changed }
    const { dueAt, recurrence } = next
    // “Every month” may have been chosen before its day. On the 29th to the 31st, shorter months must not be
    // skipped.
    const rule = dueAt && recurrence && inShortMonths(recurrence, dayOf(dueAt))
    latest.current.draft = { ...next, recurrence: rule || recurrence }
    setDraft(latest.current.draft)
  }
  return [draft, change] as const
}

/** Such as "Due 9 Mar, every week. Starts tomorrow". */
function valueWords({ dueAt, startAt, recurrence }: DueValue, now: Due): string {
  const due = dueAt === null ? '' : dueSentence(dueAt, now, recurrence)
  const starts = startAt === null ? '' : startWords(startAt, dayOf(now))
  return [due, starts].filter(Boolean).join('. ') || 'No due date'
}

/** The message after a change of the value. */
function changeWords(first: DueValue, { dueAt, startAt }: DueValue, now: Due): string {
  if (first.startAt !== startAt && first.dueAt === dueAt)
    return startAt === null ? 'Removed the start date' : startWords(startAt, dayOf(now))
  return dueAt === null ? 'Removed the due date' : `Due ${dueWords(dueAt, now)}`
}

/** The recurrences to choose from. On the 29th to the 31st, “Every month” explains shorter months. */
function rulesFor(day: Day, present: string | null) {
  const offered = RULES.map(([rule, label]) => {
    const value = inShortMonths(rule, day)
    return { value, label: value === rule ? label : capital(recurrenceWords(value)) }
  })
  return present === null || offered.some(({ value }) => value === present)
    ? offered
    : [...offered, { value: present, label: capital(recurrenceWords(present)) }]
}

/** The first day of a recurrence: for the last day of a month, the end of this month, otherwise today. */
function firstDay(rule: string, today: string): Due {
  const before = dayAfter(today, -1)
  return (rule.includes('BYMONTHDAY') && nextDue(rule, before, before)) || today
}

/** A field for a due date in words or figures. It is parsed at Enter and when it loses the focus. */
function Words(props: {
  now: Due
  /** The time for a typed day without one. Null: none. */
  time: string | null
  onRead: (read: DueWords) => void
  onEnter: () => void
  /** Parses the field. Returns false if its text is not understood. */
  take: RefObject<() => boolean>
}) {
  const { now, onRead, onEnter } = props
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const field = useFirstFocus()
  const read = keepTime(readTypedDue(text, now), props.time)
  const take = (): boolean => {
    if (text.trim() === '') return true
    setIsTried(read === null)
    if (read === null) return false
    onRead(read)
    setText('')
    return true
  }
  useEffect(() => {
    props.take.current = take
  })
  return (
    <TextField
      ref={field}
      label="In words"
      placeholder="tomorrow, fri 14:00, every 2 weeks"
      autoComplete="off"
      value={text}
      error={
        isTried ? `“${text.trim()}” is not understood. Try “tomorrow”, “fri 14:00” or “every 2 weeks”.` : null
      }
      hint={
        read === null
          ? text.trim() !== '' && !isTried && 'Not understood so far'
          : `${dueWords(read.dueAt, now)}${read.recurrence === null ? '' : `, ${recurrenceWords(read.recurrence)}`} — press Enter`
      }
      onChange={(event) => {
        setText(event.target.value)
        setIsTried(false)
      }}
      onBlur={take}
      onKeyDown={(event) => {
        // Escape closes the picker and blurs the field: ignore the typed text.
        if (event.key === 'Escape') setText('')
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        if (take()) onEnter()
      }}
    />
  )
}

function keepTime(read: DueWords | null, time: string | null): DueWords | null {
  return read && { ...read, dueAt: withTime(dayOf(read.dueAt), timeOf(read.dueAt) ?? time) }
}

/**
 * A field for the day on which work starts, in words or figures. It is parsed at Enter and when it loses the
 * focus.
 */
function StartField(props: {
  day: Day | null
  now: Due
  onDay: (day: Day | null) => void
  /** Whether the field gets the focus of its panel. */
  isFirst?: boolean
  onEnter?: () => void
}) {
  const { day, now, onDay, isFirst = false, onEnter } = props
  const field = useFirstFocus(isFirst)
  const shown = day ?? ''
  const [text, setText] = useState(shown)
  const [isTried, setIsTried] = useState(false)
  const take = () => {
    const read = readTypedDue(text, now)
    const isRead = text.trim() === '' || (read !== null && read.recurrence === null)
    setIsTried(!isRead)
    if (!isRead) return false
    const start = read === null ? null : dayOf(read.dueAt)
    setText(start ?? '')
    if (start !== day) onDay(start)
    return true
  }
  return (
    <TextField
      ref={field}
      label="Start date"
      placeholder="monday, in 3 days"
      autoComplete="off"
      value={text}
      error={isTried ? 'Not a day. Try “monday” or “in 3 days”.' : null}
      onChange={(event) => {
        setText(event.target.value)
        setIsTried(false)
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(shown)
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        if (take()) onEnter?.()
      }}
    />
  )
}

/** Focuses a field once its panel is shown, except on a phone, where the keyboard would cover the days. */
function useFirstFocus(isFirst = true) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isFirst || matchMedia('(pointer: coarse)').matches) return
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [isFirst])
  return field
}

/**
 * Today, tomorrow, the weekend and the next Monday, each with its label. On a weekend, the following one.
 */
export function quickDays(today: Day): readonly (readonly [label: string, day: Day])[] {
  const weekday = weekdayOf(dayNumber(today))
  return [
    ['Today', today],
    ['Tomorrow', dayAfter(today, 1)],
    weekday < SATURDAY
      ? ['Weekend', dayAfter(today, SATURDAY - weekday)]
      : ['Next weekend', dayAfter(today, SATURDAY + 7 - weekday)],
    ['Next week', dayAfter(today, 7 - weekday)],
  ]
}

/** As `weekdayOf` counts. */
const SATURDAY = 5

/** The due date in a card's form: a button that shows it and opens the picker. */
export function DueField(props: {
  draft: Pick<CardDraft, keyof DueValue>
  onChange: (change: DueValue) => void
}) {
  const { dueAt = null, startAt = null, recurrence = null } = props.draft
  const now = clockAt(Date.now())
  return (
    <div>
      <Popover
        label="Due date"
        placement="bottom-start"
        trigger={(trigger) => (
          <Button type="button" size="sm" icon={CalendarClock} {...trigger}>
            {dueAt === null && startAt === null
              ? 'Due date'
              : valueWords({ dueAt, startAt, recurrence }, now)}
          </Button>
        )}
      >
        {(close) => (
          <DuePicker value={{ dueAt, startAt, recurrence }} now={now} onDone={props.onChange} close={close} />
        )}
      </Popover>
    </div>
  )
}
