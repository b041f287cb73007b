import { Download, Server, WifiOff } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import styles from './landing.module.css'

const POINTS = [
  {
    icon: Download,
    title: 'In and out',
    text: 'Bring the bookmarks file of any browser. Take everything with you again, in an open format, at any time.',
  },
  {
    icon: Server,
    title: 'On your own server',
    text: 'One command starts it, with a database in one file, or PostgreSQL. No other service is asked.',
  },
  {
    icon: WifiOff,
    title: 'Without a network',
    text: 'Search, add and edit on the train. Your devices agree when they meet again, and no word is lost.',
  },
]

/** How the person's data stays theirs. */
export function Yours() {
  return (
    <section className={styles.cases} aria-labelledby="yours-title">
      <h2 id="yours-title" className={styles.heading}>
        It stays yours
      </h2>
      <ul className={styles.caseList}>
        {POINTS.map((point) => (
          <li key={point.title} className={styles.case}>
            <Icon of={point.icon} size={20} className={styles.stepIcon} />
            <h3 className={styles.caseTitle}>{point.title}</h3>
            <p className={styles.caseText}>{point.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
