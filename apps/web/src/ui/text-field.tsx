import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import styles from './field.module.css'
import { FieldProblem } from './field-problem.tsx'

export interface FieldProps {
  label: string
  /** Whether the label is only for screen readers, because its place shows what the field is. */
  isLabelHidden?: boolean | undefined
  hint?: ReactNode | undefined
  /** The problem and its remedy. Shown, and announced to screen readers. */
  error?: string | null | undefined
}

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** Without a frame, for a field in another frame, such as a searchbar. */
  isQuiet?: boolean | undefined
}

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  isQuiet,
  className,
  id,
  ...rest
}: TextFieldProps) {
  const frame = useField(id, hint, error)
  return (
    <Field {...{ label, isLabelHidden, hint, error, frame }} className={className}>
      <input {...frame.inputProps} className={cx(styles.input, isQuiet && styles.quiet)} {...rest} />
    </Field>
  )
}

/** Ids that connect a field with its label, hint and error. */
export function useField(given: string | undefined, hint: ReactNode, error: string | null | undefined) {
  const made = useId()
  const id = given ?? made
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    inputProps: {
      id,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described === '' ? undefined : described,
    },
  }
}

export function Field({
  label,
  isLabelHidden,
  hint,
  error,
  frame,
  className,
  children,
}: FieldProps & { frame: { id: string }; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={frame.id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children}
      {hint && (
        <div id={`${frame.id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <FieldProblem id={`${frame.id}-error`} problem={error || null} />
    </div>
  )
}
