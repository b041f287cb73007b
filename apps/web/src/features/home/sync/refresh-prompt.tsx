import { RefreshCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../../shared/account/kept.ts'
import { Button, IconButton } from '../../../ui/index.ts'
import styles from './refresh-prompt.module.css'

/** Key in local storage: when a page was last loaded, in ms since 1970. */
const STORAGE_KEY = 'last-refresh'
const DAY = 24 * 60 * 60 * 1000

/** Records a reload as a refresh, once per page. A link or a new tab is none. */
function countReload(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type !== 'reload' || navigation === counted) return
  counted = navigation
  keep('device', STORAGE_KEY, Date.now())
}

let counted: PerformanceNavigationTiming | null = null

/** Whether the last refresh was more than a day ago. The first check on a device counts as a refresh. */
function wasLongAgo(): boolean {
  countReload()
  const last = readKept('device', STORAGE_KEY)
  if (typeof last === 'number') return Date.now() - last > DAY
  keep('device', STORAGE_KEY, Date.now())
  return false
}

/** Asks to refresh the page when the last refresh was more than a day ago (HM-12). */
export default function RefreshPrompt() {
  const [isShown, setIsShown] = useState(wasLongAgo)
  useEffect(() => {
    // In Safari on iOS, if the app isn't on the home screen.
    const isOffered = 'standalone' in navigator && navigator.standalone === false
    if (isOffered)
      void import('../../../shared/site/apple-splash.ts').then(({ offerSplash }) => offerSplash())
  }, [])
  useEffect(() => {
    // A tab may stay open for days, so it checks again whenever it becomes visible.
    const look = () => {
      if (document.visibilityState === 'visible') setIsShown(wasLongAgo())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  if (!isShown) return null
  const note = () => {
    keep('device', STORAGE_KEY, Date.now())
    setIsShown(false)
  }
  return (
    <div className={styles.prompt} role="status">
      <span>It is more than a day since this page was refreshed.</span>
      <Button
        size="sm"
        icon={RefreshCw}
        onClick={() => {
          note()
          location.reload()
        }}
      >
        Refresh
      </Button>
      <IconButton label="Not now" icon={X} size="sm" onClick={note} />
    </div>
  )
}
