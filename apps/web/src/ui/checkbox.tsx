import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './checkbox.module.css'
import { cx } from './cx.ts'
import { useShownAtOnce } from './use-shown-at-once.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'ref'> {
  children?: ReactNode | undefined
  isChecked: boolean
  isMixed?: boolean | undefined
  onChange: (isChecked: boolean) => void
  /** A switch takes effect at once, without submitting a form. */
  looksLike?: 'box' | 'switch' | undefined
}

export function Checkbox(props: CheckboxProps) {
  const { children, isChecked, isMixed = false, onChange, looksLike = 'box', className, ...rest } = props
  const ref = useRef<HTMLInputElement>(null)
  const [isShown, showAtOnce] = useShownAtOnce(isChecked)
  useLayoutEffect(() => {
    if (ref.current) ref.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={cx(styles.label, className)}>
      <input
        ref={ref}
        type="checkbox"
        role={looksLike === 'switch' ? 'switch' : undefined}
        className={cx(styles.input, styles[looksLike])}
        checked={isShown}
        onChange={(event) => {
          showAtOnce(event.target.checked)
          onChange(event.target.checked)
        }}
        {...rest}
      />
      {children !== undefined && <span>{children}</span>}
    </label>
  )
}
