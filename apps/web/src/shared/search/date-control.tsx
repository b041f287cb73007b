import type { DateField, DateRelation, LocalDay } from '@cardinal/domain'
import { Button, Segmented, TextField } from '../../ui/index.ts'
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

/** Renders the date filter of a list. Choosing a relation sets its default days. */
export function DateControl(props: {
  value: DateChoice | null
  onChange: (value: DateChoice | null) => void
}) {
  const { value, onChange } = props
  const field = value?.field ?? 'created'
  return (
    <div className={styles.dates}>
      <Segmented
        label="Which date"
        segments={FIELDS}
        value={value?.field ?? null}
        onChange={(chosen) =>
          onChange(
            value === null ? defaultDateChoice(chosen, 'after', new Date()) : { ...value, field: chosen },
          )
        }
      />
      <Segmented
        label="When"
        segments={RELATIONS}
        value={value?.relation ?? null}
        onChange={(relation) => onChange(defaultDateChoice(field, relation, new Date()))}
      />
      {value !== null && (
        <div className={styles.days}>
          <Day
            label={value.relation === 'between' ? 'From' : 'Day'}
            day={value.first}
            onChange={(first) => onChange({ ...value, first })}
          />
          {value.relation === 'between' && (
            <Day label="To" day={value.second} onChange={(second) => onChange({ ...value, second })} />
          )}
        </div>
      )}
      <Button size="sm" tone="quiet" disabled={value === null} onClick={() => onChange(null)}>
        Any date
      </Button>
    </div>
  )
}

function Day({ label, day, onChange }: { label: string; day: LocalDay; onChange: (day: LocalDay) => void }) {
  return (
    <TextField
      label={label}
      type="date"
      value={writeDay(day)}
      onChange={(event) => {
        const chosen = readDay(event.target.value)
        if (chosen !== null) onChange(chosen)
      }}
    />
  )
}

/** Returns words such as "Created after 1 Mar", for the button that holds the control. */
export function dateWords({ field, relation, first, second }: DateChoice): string {
  const start = `${field === 'created' ? 'Created' : 'Updated'} ${relation} ${shortDay(first)}`
  return relation === 'between' ? `${start} and ${shortDay(second)}` : start
}

function shortDay(day: LocalDay): string {
  const isThisYear = day.year === new Date().getFullYear()
  return new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(new Date(day.year, day.month - 1, day.day))
}
