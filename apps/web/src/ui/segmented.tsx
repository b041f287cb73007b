import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import styles from './segmented.module.css'

interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly icon?: LucideIcon | undefined
  readonly isDisabled?: boolean | undefined
}

interface SegmentedProps<Value extends string> {
  /** What is chosen, for screen readers. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Whether only icons are shown, with the words for screen readers; for narrow places. */
  isIconOnly?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** A choice among few visible options. They are radio buttons, so arrow keys select. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, segments, value, onChange, isIconOnly = false, size = 'md', className } = props
  const name = useId()
  return (
    <fieldset className={cx(styles.group, styles[size], className)}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment} title={isIconOnly ? segment.label : undefined}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.isDisabled}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon && <Icon of={segment.icon} size={15} />}
          <span className={isIconOnly ? 'visually-hidden' : undefined}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
