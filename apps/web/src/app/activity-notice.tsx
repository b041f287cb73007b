import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useReplica } from '../replica/index.ts'
import { CallFailed, session } from '../session/index.ts'
import { type Activity, activityText, unseenOf } from '../shared/account/activity.ts'
import { keep, readKept } from '../shared/account/kept.ts'
import { dateAndTime } from '../shared/text/dates.ts'
import { Button } from '../ui/index.ts'
import styles from './outdated.module.css'

const SEEN_KEY = 'activity-seen'
/** ms between two requests while the page is visible */
const REQUEST_MS = 5 * 60_000

/** Tells the person about activity of the account elsewhere: a sign-in, a wrong password, a download. */
export function ActivityNotice() {
  const replica = useReplica()
  const navigate = useNavigate()
  const [unseen, setUnseen] = useState<readonly Activity[]>([])
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === 'hidden' || !navigator.onLine) return
      const found = await loadUnseen()
      if (found.length > 0) setUnseen((earlier) => [...found, ...earlier])
    }
    // Not before the cards are loaded.
    void replica.idle().then(look)
    const timer = setInterval(() => void look(), REQUEST_MS)
    const again = () => void look()
    addEventListener('online', again)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
      document.removeEventListener('visibilitychange', again)
    }
  }, [replica])
  const [newest] = unseen
  if (newest === undefined) return null
  const forget = () => setUnseen([])
  const show = () => {
    forget()
    void navigate({ to: '/settings', hash: 'recent-activity' })
  }
  return (
    <div role="alert" className={styles.outdated}>
      <span>
        {activityText(newest.kind)}
        {newest.detail !== null && ` (${newest.detail})`}
        {`, ${dateAndTime(newest.createdAt)}`}
        {unseen.length > 1 && `, and ${unseen.length - 1} more`}. Was it you?
      </span>
      <Button size="sm" onClick={show}>
        Show
      </Button>
      <Button size="sm" onClick={forget}>
        It was me
      </Button>
    </div>
  )
}

/**
 * Activity since the last request. The first request returns nothing, because older activity is listed in the
 * settings.
 */
async function loadUnseen(): Promise<readonly Activity[]> {
  try {
    const rows = await session.account.call('GET /user/recent-activity')
    const seen = readKept('device', SEEN_KEY)
    keep('device', SEEN_KEY, rows[0]?.createdAt ?? '')
    return typeof seen === 'string' ? unseenOf(rows, seen) : []
  } catch (failure) {
    // Try again at the next interval.
    if (failure instanceof CallFailed) return []
    throw failure
  }
}
