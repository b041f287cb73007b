import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/index.ts'
import styles from './selection-bar.module.css'

/** What can be done to what is ticked: behind a list, so that it stays at the window's foot and moves nothing. */
export function SelectionBar(props: {
  label: string
  /** How many are ticked, in words. */
  count: string
  /** Beside the button that clears the selection. */
  end?: ReactNode
  onClear: () => void
  children: ReactNode
}) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={props.label}>
      <span className={styles.count}>{props.count} selected</span>
      {props.children}
      <span className={styles.grow} />
      {props.end}
      <IconButton label="Clear the selection" icon={X} size="sm" onClick={props.onClear} />
    </div>
  )
}
