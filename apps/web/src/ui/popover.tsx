import type { ComponentProps, ReactNode, RefObject } from 'react'
import { cx } from './cx.ts'
import type { Placement } from './place.ts'
import styles from './popover.module.css'
import { useFloating } from './use-floating.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

interface PopoverTriggerProps {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-controls': string
  'aria-haspopup': 'dialog'
}

interface PopoverProps {
  /** What the panel is, for screen readers. */
  label: string
  /** Renders the button that opens it. Spread the props onto the button. */
  trigger: (props: PopoverTriggerProps) => ReactNode
  /** Rendered only while open. */
  children: ReactNode | ((close: () => void) => ReactNode)
  placement?: Placement | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  className?: string | undefined
}

/** A small panel at its button. Not modal. Escape or a press outside closes it. */
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

type FloatingPanelProps = ComponentProps<'div'> & { ref: RefObject<HTMLDivElement | null> }

/**
 * Renders the style of all floating panels. Give it the `panelProps` of `useFloating`. On a narrow window it is a sheet, which
 * is dragged away by its mark.
 */
export function FloatingPanel({ className, children, ref, ...rest }: FloatingPanelProps) {
  const drag = useSheetDrag(ref, 1, () => ref.current?.hidePopover())
  return (
    <div className={cx(styles.panel, className)} ref={ref} {...rest}>
      {children}
      <div className={styles.mark} aria-hidden="true" {...drag} />
    </div>
  )
}
