import type { ReactNode } from 'react'
import styles from './sync-badge.module.css'

/** Words that a narrow window hides from sight; screen readers still read them. */
export function Extra({ children }: { children: ReactNode }) {
  return <span className={styles.extra}>{children}</span>
}
