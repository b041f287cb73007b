import { ChevronDown } from 'lucide-react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'
import { Field, type FieldProps, useField } from './text-field.tsx'

export interface Choice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly isDisabled?: boolean | undefined
}

interface SelectProps<Value extends string> extends FieldProps {
  value: Value
  choices: readonly Choice<Value>[]
  onChange: (value: Value) => void
  className?: string | undefined
}

/** The native select, which works on every device, with the keyboard and with screen readers. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isLabelHidden, hint, error, value, choices, onChange, className } = props
  const frame = useField(undefined, hint, error)
  return (
    <Field {...{ label, isLabelHidden, hint, error, frame }} className={className}>
      <span className={styles.selectBox}>
        <select
          {...frame.inputProps}
          className={cx(styles.input, styles.select)}
          value={value}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.isDisabled}>
              {choice.label}
            </option>
          ))}
        </select>
        <Icon of={ChevronDown} size={15} />
      </span>
    </Field>
  )
}
