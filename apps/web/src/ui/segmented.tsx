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
  /** What is chosen here, for screen readers. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  /** Shows icons alone, with the words for screen readers; for narrow places. */
  isIconOnly?: boolean | undefined
  size?: 'sm' | 'md' | undefined
  className?: string | undefined
}

/** Renders a choice of few visible options: radio buttons, so arrows move and select. */
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
