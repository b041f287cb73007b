import { RefreshCw, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/index.ts'
import styles from './refresh-prompt.module.css'

/** Key in localStorage: ms since 1970 of the last time this page was loaded. */
const KEY = 'last-refresh'
const DAY = 24 * 60 * 60 * 1000

/** Whether the page was open for more than a day. The first look in a page load counts as a refresh. */
function wasLongAgo(): boolean {
  try {
    const last = Number(localStorage.getItem(KEY))
    const isFirst = !Number.isFinite(last) || last <= 0
    if (isFirst) localStorage.setItem(KEY, String(Date.now()))
    return !isFirst && Date.now() - last > DAY
  } catch {
    // Storage is blocked: nobody knows when the page was refreshed.
    return false
  }
}

/** Asks to refresh the page when the last time was more than a day ago (HM-12). */
export function RefreshPrompt() {
  const [isShown, setIsShown] = useState(wasLongAgo)
  if (!isShown) return null
  const note = () => {
    localStorage.setItem(KEY, String(Date.now()))
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
