import type { ReactNode } from 'react'
import { HelpPopover } from '../../ui/index.ts'
import styles from './filters.module.css'

/** Renders the title of a filter's panel, with its help. */
export function FilterHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.head}>
      <p className={styles.title}>{title}</p>
      <HelpPopover about={title}>{children}</HelpPopover>
    </div>
  )
}
