import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import { counted } from '../../parts/text/counted.ts'
import { type SyncState, useSyncState } from '../../replica/index.ts'
import { Icon } from '../../ui/index.ts'
import { RefusedChanges } from './refused-changes.tsx'
import styles from './sync-badge.module.css'

/** How far this device and the server agree: a small, steady place (OF-8). */
export function SyncBadge() {
  const sync = useSyncState()
  const { icon, text } = wording(sync)
  return (
    <>
      <span className={styles.badge} role="status">
        <Icon of={icon} size={15} />
        <span>{text}</span>
      </span>
      {sync.refused.length > 0 && <RefusedChanges changes={sync.refused} />}
    </>
  )
}

interface Wording {
  readonly icon: LucideIcon
  readonly text: string
}

/** What found no room on this device is told before all else: it goes with the tab. */
function wording(sync: SyncState): Wording {
  if (sync.storage === 'full' && sync.unstored > 0) {
    return { icon: CloudAlert, text: `No room on this device for ${counted(sync.unstored, 'change')}` }
  }
  switch (sync.phase) {
    case 'first-load':
      return { icon: CloudUpload, text: `Loading, ${counted(sync.loadedRows, 'row')}` }
    case 'saved':
      return { icon: CloudCheck, text: 'Saved' }
    case 'saving':
      return { icon: CloudUpload, text: 'Saving' }
    case 'waiting-for-network':
      return {
        icon: CloudOff,
        text: sync.waiting === 0 ? 'Offline' : `Offline, ${counted(sync.waiting, 'change')} waiting`,
      }
    case 'paused-signed-out':
      return { icon: CloudAlert, text: `Sign in to send ${counted(sync.waiting, 'change')}` }
  }
}
