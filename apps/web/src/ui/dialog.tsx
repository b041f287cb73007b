import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import styles from './dialog.module.css'
import { useModal } from './modal-stack.ts'
import { isComposing } from './typed-keys.ts'
import { useSheetDrag } from './use-sheet-drag.ts'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  /** Whether the title is only for screen readers, because the content shows it. */
  isTitleHidden?: boolean | undefined
  size?: 'sm' | 'md' | 'lg' | 'full' | undefined
  /** `top`: at the upper edge. `side`: at the left. On narrow screens all are sheets. */
  slot?: 'center' | 'top' | 'side' | undefined
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog' | undefined
  /** Shown next to the title. */
  actions?: ReactNode | undefined
}

/**
 * A modal: a dialog on wide screens, a sheet on narrow ones. Escape, the cross and a press outside call
 * `onClose`, except an Escape that an element inside has handled (`preventDefault`).
 */
export function Dialog(props: DialogProps) {
  return createPortal(<DialogFrame {...props} />, document.body)
}

function DialogFrame({
  title,
  onClose,
  children,
  isTitleHidden,
  size = 'md',
  slot = 'center',
  role,
  actions,
}: DialogProps) {
  const ref = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const drag = useSheetDrag(frame, WAYS[slot], onClose)
  const titleId = useId()
  const pressedOutside = useRef(false)
  useModal(ref)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return
    if (ref.current?.querySelector(':popover-open')) return
    event.stopPropagation()
    event.preventDefault()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is always one of dialog's
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take aria-modal
    <div
      ref={ref}
      className={cx(styles.layer, styles[slot])}
      role={role ?? 'dialog'}
      aria-modal="true"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        // The second press of a double-click was meant for what was there before the dialog opened.
        if (pressedOutside.current && event.target === event.currentTarget && event.detail < 2) onClose()
      }}
    >
      <div ref={frame} className={cx(styles.frame, styles[size])}>
        <header className={cx(styles.header, isTitleHidden && styles.bare)} {...drag}>
          <h2 id={titleId} className={isTitleHidden ? 'visually-hidden' : styles.title}>
            {title}
          </h2>
          {actions}
          <IconButton label="Close" icon={X} size="sm" iconSize={17} onClick={onClose} />
        </header>
        <ScrollBody>{children}</ScrollBody>
      </div>
    </div>
  )
}

/** Direction in which a sheet is dragged: see `useSheetDrag`. */
const WAYS = { center: 1, top: -1, side: 0 } as const

/** The scrolling part. It can be focused, to scroll by keyboard, if nothing in it can. */
function ScrollBody({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const [isScrollable, setIsScrollable] = useState(false)
  useEffect(() => {
    const body = ref.current
    if (!body) return
    const measure = () => setIsScrollable(body.scrollHeight > body.clientHeight + 1)
    const observer = new ResizeObserver(measure)
    observer.observe(body)
    for (const child of body.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className={styles.body} tabIndex={isScrollable ? 0 : undefined}>
      {children}
    </div>
  )
}

/** The row of buttons at the end of a dialog. It stays visible while the body scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}
