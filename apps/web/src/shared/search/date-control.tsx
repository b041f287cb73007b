import type { DateField, DateRelation, LocalDay } from '@cardinal/domain'
import { useState } from 'react'
import { serverNow } from '../../replica/server-now.ts'
import { Calendar } from '../../ui/calendar.tsx'
import { Button, Segmented, TextField } from '../../ui/index.ts'
import { clockAt } from '../cards/due-words.ts'
import { readTypedDay } from '../text/typed-day.ts'
import styles from './filters.module.css'
import { type DateChoice, defaultDateChoice, readDay, writeDay } from './filters.ts'

const FIELDS: readonly { value: DateField; label: string }[] = [
  { value: 'created', label: 'Created' },
  { value: 'updated', label: 'Updated' },
]
const RELATIONS: readonly { value: DateRelation; label: string }[] = [
  { value: 'after', label: 'After' },
  { value: 'before', label: 'Before' },
  { value: 'between', label: 'Between' },
  { value: 'on', label: 'On' },
]

interface DateControlProps {
  readonly value: DateChoice | null
  readonly onChange: (value: DateChoice | null) => void
}

/** The date filter of a list. Choosing a relation sets its default days. */
export default function DateControl({ value, onChange }: DateControlProps) {
  // The date field chosen before any days. It filters nothing until then.
  const [unused, setUnused] = useState<DateField>('created')
  const field = value?.field ?? unused
  return (
    <div className={styles.dates}>
      <Segmented
        label="Which date"
        segments={FIELDS}
        value={field}
        onChange={(chosen) => {
          setUnused(chosen)
          if (value !== null) onChange({ ...value, field: chosen })
        }}
      />
      <Segmented
        label="When"
        segments={RELATIONS}
        value={value?.relation ?? null}
        onChange={(relation) => onChange(defaultDateChoice(field, relation, new Date(serverNow())))}
      />
      {value !== null && <Days value={value} onChange={onChange} />}
      <Button size="sm" tone="quiet" disabled={value === null} onClick={() => onChange(null)}>
        Any date
      </Button>
    </div>
  )
}

/** One or two days as fields, above a calendar that sets the field used last. */
function Days({ value, onChange }: { value: DateChoice; onChange: (value: DateChoice) => void }) {
  const [end, setEnd] = useState<'first' | 'second'>('first')
  const isRange = value.relation === 'between'
  const active = isRange ? end : 'first'
  const put = (which: typeof end, day: string) => {
    const read = readDay(day)
    if (read !== null) onChange({ ...value, [which]: read })
  }
  return (
    <>
      <div className={styles.days}>
        <DayField
          key={`first ${writeDay(value.first)}`}
          label={isRange ? 'From' : 'Day'}
          day={value.first}
          onFocus={() => setEnd('first')}
          onDay={(day) => put('first', day)}
        />
        {isRange && (
          <DayField
            key={`second ${writeDay(value.second)}`}
            label="To"
            day={value.second}
            onFocus={() => setEnd('second')}
            onDay={(day) => put('second', day)}
          />
        )}
      </div>
      <Calendar
        label={isRange ? (active === 'first' ? 'From' : 'To') : 'Day'}
        day={writeDay(value[active])}
        until={isRange ? writeDay(value[active === 'first' ? 'second' : 'first']) : undefined}
        today={clockAt(Date.now()).slice(0, 10)}
        onPick={(day) => {
          put(active, day)
          if (isRange) setEnd(active === 'first' ? 'second' : 'first')
        }}
      />
    </>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly day: LocalDay
  readonly onFocus: () => void
  readonly onDay: (day: string) => void
}

/** A field for a day, spelled as in the bar. It is parsed at Enter and when it loses the focus. */
function DayField({ label, day, onFocus, onDay }: DayFieldProps) {
  const shown = writeDay(day)
  const [text, setText] = useState(shown)
  const [isTried, setIsTried] = useState(false)
  const take = () => {
    const read = readTypedDay(text, clockAt(Date.now()))
    setIsTried(read === null)
    if (read !== null && read !== writeDay(day)) onDay(read)
    else if (read !== null) setText(shown)
  }
  return (
    <TextField
      label={label}
      autoComplete="off"
      value={text}
      error={isTried ? `Not a whole day. Try ${shown} or “yesterday”.` : null}
      onFocus={onFocus}
      onChange={(event) => {
        setText(event.target.value)
        setIsTried(false)
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setText(shown)
        if (event.key === 'Enter') take()
      }}
    />
  )
}
