import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { Field, type FieldProps, useField } from './text-field.tsx'

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'ref'> {
  isQuiet?: boolean | undefined
  /** Drawn over the text area, as its next sibling. */
  over?: ReactNode
}

/** Grows with its text: by `field-sizing` if supported, else by measuring. */
export function TextArea({
  label,
  isLabelHidden,
  hint,
  error,
  isQuiet,
  className,
  id,
  rows = 3,
  over,
  ...rest
}: TextAreaProps) {
  const frame = useField(id, hint, error)
  const ref = useRef<HTMLTextAreaElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text alone
  useLayoutEffect(() => {
    const area = ref.current
    if (!area) return
    area.style.setProperty('--rows', String(rows))
    if (CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [rest.value, rows])
  return (
    <Field {...{ label, isLabelHidden, hint, error, frame }} className={className}>
      <div className={styles.area} data-tokens="">
        <textarea
          ref={ref}
          rows={rows}
          {...frame.inputProps}
          className={cx(styles.input, isQuiet && styles.quiet)}
          {...rest}
        />
        {over}
      </div>
    </Field>
  )
}
