import type { ReactNode } from 'react'
import styles from './sync-badge.module.css'

/** Renders words that are hidden in a narrow window, except from screen readers. */
export function Extra({ children }: { children: ReactNode }) {
  return <span className={styles.extra}>{children}</span>
}
