import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { Tooltip } from './tooltip.tsx'

type ButtonTone = 'neutral' | 'primary' | 'quiet' | 'danger' | 'reset'
export type ControlSize = 'sm' | 'md' | 'lg'

interface ButtonProps extends ComponentProps<'button'> {
  /** At most one `primary` button per screen. `reset` is orange. */
  tone?: ButtonTone | undefined
  size?: ControlSize | undefined
  icon?: LucideIcon | undefined
  after?: ReactNode | undefined
}

export function Button({
  tone = 'neutral',
  size = 'md',
  icon,
  after,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button type="button" className={buttonClass(tone, size, className)} {...rest}>
      {icon && <Icon of={icon} />}
      {children !== undefined && <span className={styles.label}>{children}</span>}
      {after}
    </button>
  )
}

interface LinkButtonProps extends ComponentProps<'a'> {
  tone?: ButtonTone | undefined
  size?: ControlSize | undefined
  icon?: LucideIcon | undefined
}

/** A link that looks like a button, because it navigates. */
export function LinkButton({
  tone = 'neutral',
  size = 'md',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <a className={buttonClass(tone, size, className)} {...rest}>
      {icon && <Icon of={icon} />}
      {children !== undefined && <span className={styles.label}>{children}</span>}
    </a>
  )
}

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'after'> {
  /** Accessible name, also shown as a tooltip. */
  label: string
  icon: LucideIcon
  /** Its shortcut, shown in the tooltip. */
  shortcut?: string | undefined
  iconSize?: number | undefined
}

export function IconButton({
  label,
  icon,
  shortcut,
  tone = 'quiet',
  size = 'md',
  className,
  iconSize,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        className={cx(buttonClass(tone, size, className), styles.square)}
        {...rest}
      >
        <Icon of={icon} size={iconSize ?? (size === 'sm' ? 15 : 17)} />
      </button>
    </Tooltip>
  )
}

function buttonClass(tone: ButtonTone, size: ControlSize, extra: string | undefined): string {
  return cx(styles.button, styles[tone], styles[size], extra)
}
