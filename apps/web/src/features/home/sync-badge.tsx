import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted, grouped } from '../../parts/text/counted.ts'
import { type SyncState, useSyncState } from '../../replica/index.ts'
import { Icon } from '../../ui/index.ts'
import { Extra } from './extra.tsx'
import { RefusedChanges } from './refused-changes.tsx'
import styles from './sync-badge.module.css'

/** How far this device and the server agree: a small, steady place (OF-8). */
export function SyncBadge() {
  const sync = useSyncState()
  const { icon, text } = wording(sync)
  const hasRefused = sync.refused.length > 0
  return (
    <>
      {/* Nobody is told "Saved" beside changes that are not. */}
      {!(hasRefused && sync.phase === 'saved') && (
        <span className={styles.badge} role="status">
          <Icon of={icon} size={15} />
          <span>{text}</span>
        </span>
      )}
      {hasRefused && <RefusedChanges changes={sync.refused} />}
    </>
  )
}

interface Wording {
  readonly icon: LucideIcon
  readonly text: ReactNode
}

/** What found no room on this device is told before all else: it goes with the tab. */
function wording(sync: SyncState): Wording {
  const { phase, waiting, unstored } = sync
  if (sync.storage === 'full' && unstored > 0) {
    const room = <Extra>{` on this device for ${counted(unstored, 'change')}`}</Extra>
    return { icon: CloudAlert, text: <>No room{room}</> }
  }
  if (sync.storage === 'memory' && waiting > 0) {
    return {
      icon: CloudAlert,
      text: (
        <>
          In this tab only<Extra>{`: ${counted(waiting, 'change')}`}</Extra>
        </>
      ),
    }
  }
  switch (phase) {
    case 'first-load':
      return {
        icon: CloudUpload,
        text: sync.loadedRows === 0 ? 'Loading' : `Loading, ${counted(sync.loadedRows, 'row')}`,
      }
    case 'saved':
      return { icon: CloudCheck, text: 'Saved' }
    case 'saving':
      return { icon: CloudUpload, text: 'Saving' }
    case 'waiting-for-network':
      return { icon: CloudOff, text: waiting === 0 ? 'Offline' : <Waiting count={waiting} /> }
    case 'paused-signed-out':
      return {
        icon: CloudAlert,
        text: <>Sign in{waiting > 0 && <Extra>{` to send ${counted(waiting, 'change')}`}</Extra>}</>,
      }
  }
}

function Waiting({ count }: { count: number }) {
  return (
    <>
      <Extra>Offline, </Extra>
      {grouped(count)}
      <Extra>{count === 1 ? ' change' : ' changes'}</Extra> waiting
    </>
  )
}
