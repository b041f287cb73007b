import { grouped } from '@cardinal/domain'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import { device } from '../device.ts'
import styles from './section-heading.module.css'
import { foldName, type SectionHead, type TodoSection } from './todo-sections.ts'

const WORDS: Readonly<Record<TodoSection, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'This week',
  later: 'Later',
  someday: 'Someday',
  starts: 'Start later',
}

/** The heading above the todos of some days. A press folds them, and this device stores it. */
export function SectionHeading({ head: { section, count, isFolded } }: { head: SectionHead }) {
  return (
    <h2 className={styles.heading} data-section={section}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={!isFolded}
        onClick={() => device.getState().fold(foldName(section), isFolded === (section === 'starts'))}
      >
        <Icon of={isFolded ? ChevronRight : ChevronDown} size={14} />
        {WORDS[section]}
        {count !== undefined && <span className={styles.count}>{grouped(count)}</span>}
      </button>
    </h2>
  )
}
