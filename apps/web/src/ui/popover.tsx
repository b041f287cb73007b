import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Placement } from './place.ts'
import styles from './popover.module.css'
import { useFloating } from './use-floating.ts'

export interface PopoverTriggerProps {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-controls': string
  'aria-haspopup': 'dialog'
}

export interface PopoverProps {
  /** What the panel is, for screen readers. */
  label: string
  /** The button that opens it; spread the props onto it. */
  trigger: (props: PopoverTriggerProps) => ReactNode
  /** Rendered only while open. */
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: Placement | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  className?: string | undefined
}

/** A small panel beside its button: not modal, closed by Escape or a press elsewhere. */
export function Popover({ label, trigger, children, placement, onOpenChange, className }: PopoverProps) {
  const floating = useFloating({ ...(placement && { placement }), ...(onOpenChange && { onOpenChange }) })
  return (
    <>
      {trigger({ ...floating.triggerProps, 'aria-haspopup': 'dialog' })}
      <FloatingPanel {...floating.panelProps} role="dialog" aria-label={label} className={className}>
        {floating.isOpen && (
          <div className={styles.body}>
            {typeof children === 'function' ? children(floating.close) : children}
          </div>
        )}
      </FloatingPanel>
    </>
  )
}

/** The look of everything that floats; give it the `panelProps` of `useFloating`. */
export function FloatingPanel({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cx(styles.panel, className)} {...rest} />
}
