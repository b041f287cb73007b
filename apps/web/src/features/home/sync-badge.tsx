import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import { counted } from '../../parts/text/counted.ts'
import { type SyncState, useRefusedChanges, useSyncState } from '../../replica/index.ts'
import { Button, Icon, Popover } from '../../ui/index.ts'
import styles from './sync-badge.module.css'

/** How far this device and the server agree: a small, steady place (OF-8). */
export function SyncBadge() {
  const sync = useSyncState()
  const { icon, text } = wording(sync)
  if (sync.refused.length > 0) return <Refused sync={sync} />
  return (
    <span className={styles.badge} role="status">
      <Icon of={icon} size={15} />
      <span>{text}</span>
    </span>
  )
}

function wording(sync: SyncState): { icon: LucideIcon; text: string } {
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

function Refused({ sync }: { sync: SyncState }) {
  const { retry, discard } = useRefusedChanges()
  return (
    <Popover
      label="Changes that were refused"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="danger" icon={CloudAlert} {...trigger}>
          {`${counted(sync.refused.length, 'change')} not saved`}
        </Button>
      )}
    >
      <ul className={styles.refused}>
        {sync.refused.map(({ key, reason }) => (
          <li key={key}>
            <p>{reason}</p>
            <span className={styles.row}>
              <Button size="sm" onClick={() => void retry(key)}>
                Try again
              </Button>
              <Button size="sm" tone="danger" onClick={() => void discard(key)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Popover>
  )
}
