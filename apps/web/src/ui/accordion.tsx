import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './accordion.module.css'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'

interface AccordionItem {
  readonly id: string
  readonly title: ReactNode
  /** Rendered only while open. */
  readonly content: ReactNode
}

interface AccordionProps {
  items: readonly AccordionItem[]
  /** Id of the open section; null: all are closed. */
  openId: string | null
  onChange: (openId: string | null) => void
  /** Level of the headings. */
  level?: 2 | 3 | 4 | undefined
  className?: string | undefined
}

/** Sections of which one is open at a time. Pressing the open one closes it. */
export function Accordion({ items, openId, onChange, level = 3, className }: AccordionProps) {
  const base = useId()
  const Heading = `h${level}` as const
  return (
    <div className={cx(styles.accordion, className)}>
      {items.map((item) => {
        const isOpen = item.id === openId
        const ids = { button: `${base}${item.id}-b`, panel: `${base}${item.id}-p` }
        return (
          <div key={item.id} className={styles.item} data-open={isOpen ? '' : undefined}>
            <Heading className={styles.heading}>
              <button
                type="button"
                id={ids.button}
                aria-expanded={isOpen}
                aria-controls={isOpen ? ids.panel : undefined}
                className={styles.button}
                onClick={() => onChange(isOpen ? null : item.id)}
              >
                <span className={styles.title}>{item.title}</span>
                <Icon of={ChevronDown} className={styles.chevron} />
              </button>
            </Heading>
            {isOpen && (
              <section id={ids.panel} aria-labelledby={ids.button} className={styles.panel}>
                {item.content}
              </section>
            )}
          </div>
        )
      })}
    </div>
  )
}

interface DisclosureProps {
  title: ReactNode
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  children: ReactNode
  className?: string | undefined
}

/** A part that folds away behind its title. */
export function Disclosure({ title, isOpen, onChange, children, className }: DisclosureProps) {
  const id = useId()
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className={styles.disclosure}
        onClick={() => onChange(!isOpen)}
      >
        <Icon of={ChevronDown} size={14} className={styles.chevron} />
        <span className={styles.title}>{title}</span>
      </button>
      {isOpen && <div id={id}>{children}</div>}
    </div>
  )
}
