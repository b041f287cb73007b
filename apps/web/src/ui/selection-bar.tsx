import { X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './selection-bar.module.css'

/** Buttons for the ticked rows. Comes after the list and sticks to the window's bottom, so that nothing moves. */
export function SelectionBar(props: {
  label: string
  /** The number of ticked rows, in words. */
  count: string
  /** Shown next to the button that clears the selection. */
  end?: ReactNode
  onClear: () => void
  children: ReactNode
}) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(() =>
      root.setProperty('--selection-bar', `${bar.current?.offsetHeight ?? 0}px`),
    )
    if (bar.current !== null) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      root.removeProperty('--selection-bar')
    }
  }, [])
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label={props.label}>
      <span className={styles.count}>{props.count} selected</span>
      {props.children}
      <span className={styles.grow} />
      {props.end}
      <IconButton label="Clear the selection" icon={X} size="sm" onClick={props.onClear} />
    </div>
  )
}
