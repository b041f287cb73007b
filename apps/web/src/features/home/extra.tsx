import type { ReactNode } from 'react'
import styles from './sync-badge.module.css'

/** Words that a narrow window leaves to the ears. */
export function Extra({ children }: { children: ReactNode }) {
  return <span className={styles.extra}>{children}</span>
}
