import { useState } from 'react'
import { activityText } from '../../shared/account/activity.ts'
import { dateAndTime } from '../../shared/text/dates.ts'
import { Button } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'

/** The number of entries shown at first. */
const FIRST_SHOWN = 10

/** Recent activity of the account, so that the person notices acts of others. */
export function ActivitySection() {
  const list = useServerList('GET /user/recent-activity')
  const [isExpanded, setIsExpanded] = useState(false)
  const rows = list.rows?.slice(0, isExpanded ? undefined : FIRST_SHOWN)
  return (
    <Section
      title="Recent activity"
      about="What happened to your account in the last 90 days. If it was not you, change your password and sign out all other devices."
    >
      {rows === undefined ? (
        <ListOnItsWay list={list} />
      ) : rows.length === 0 ? (
        <p className={styles.text}>Nothing yet.</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map(({ kind, detail, createdAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever replaced whole
            <li key={index} className={styles.row}>
              <span className={styles.rowName}>
                {activityText(kind)}
                {detail !== null && <span className={styles.badge}>{detail}</span>}
                <span className={styles.detail}>{dateAndTime(createdAt)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isExpanded && (list.rows?.length ?? 0) > FIRST_SHOWN && (
        <Button size="sm" onClick={() => setIsExpanded(true)}>
          Show all {list.rows?.length}
        </Button>
      )}
    </Section>
  )
}
