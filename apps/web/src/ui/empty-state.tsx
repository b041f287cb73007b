import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon } from './icon.tsx'

/** An empty list: why it is empty, and what to do next. */
export function EmptyState({
  title,
  icon,
  children,
  actions,
}: {
  title: string
  icon?: LucideIcon | undefined
  children?: ReactNode | undefined
  actions?: ReactNode | undefined
}) {
  return (
    <div className={styles.empty}>
      {icon && <Icon of={icon} size={22} className={styles.icon} />}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
