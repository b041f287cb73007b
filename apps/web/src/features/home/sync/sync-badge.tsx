import { grouped } from '@cardinal/domain'
import { CloudAlert, CloudCheck, CloudOff, CloudUpload, type LucideIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { type RejectedChange, type SyncState, useSyncState } from '../../../replica/index.ts'
import { troubleWords } from '../../../shared/changes/trouble-text.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, cx, Icon, Popover, Skeleton } from '../../../ui/index.ts'
import styles from './sync-badge.module.css'
import { SyncDetails } from './sync-details.tsx'

/** The sync state, always in the same place (OF-8). */
export function SyncBadge() {
  const sync = useSyncState()
  const hasRejected = sync.rejected.length > 0
  return (
    <>
      {/* "Saved" is never shown beside unsaved changes. */}
      {!(hasRejected && sync.phase === 'saved') && <State sync={sync} />}
      {hasRejected && <RejectedChanges changes={sync.rejected} />}
    </>
  )
}

/** The state in words, as a button if there are details. */
function State({ sync }: { sync: SyncState }) {
  const { icon, text } = wording(sync)
  const content = (
    <>
      <Icon of={icon} size={15} />
      <span>{text}</span>
    </>
  )
  const hasMore = sync.trouble !== null || sync.storage !== 'device' || sync.phase === 'paused-signed-out'
  if (!hasMore)
    return (
      <span className={styles.badge} data-phase={sync.phase} role="status" aria-label="Saving">
        {content}
      </span>
    )
  return (
    <Popover
      label="About saving"
      placement="bottom-end"
      trigger={(trigger) => (
        <span role="status" aria-label="Saving">
          <button type="button" className={cx(styles.badge, styles.more)} {...trigger}>
            {content}
          </button>
        </span>
      )}
    >
      {(close) => <SyncDetails sync={sync} close={close} />}
    </Popover>
  )
}

interface Wording {
  readonly icon: LucideIcon
  readonly text: ReactNode
}

/** The words of a state. Changes that this device has no room for come first: they are lost when the tab closes. */
function wording(sync: SyncState): Wording {
  const { phase, waiting, unstored, trouble } = sync
  if (sync.storage === 'full' && unstored > 0) {
    const room = <WideOnly>{` on this device for ${counted(unstored, 'change')}`}</WideOnly>
    return { icon: CloudAlert, text: <>No room{room}</> }
  }
  if (sync.storage === 'memory' && waiting > 0) {
    return {
      icon: CloudAlert,
      text: (
        <>
          In this tab only<WideOnly>{`: ${counted(waiting, 'change')}`}</WideOnly>
        </>
      ),
    }
  }
  switch (phase) {
    case 'first-load':
      return {
        icon: CloudUpload,
        // A short load ends before a number can be read.
        text: sync.loadedRows < 1_000 ? 'Loading' : `Loading, ${counted(sync.loadedRows, 'row')}`,
      }
    case 'saved':
      return { icon: CloudCheck, text: 'Saved' }
    case 'saving':
      return { icon: CloudUpload, text: 'Saving' }
    case 'waiting-to-retry': {
      const words = trouble === null ? 'Waiting' : troubleWords(trouble)
      const icon = trouble?.kind === 'offline' ? CloudOff : CloudAlert
      // Only stored changes count, because others are lost with the tab.
      const stored = waiting - unstored
      return { icon, text: stored === 0 ? words : <Waiting words={words} count={stored} /> }
    }
    case 'paused-signed-out':
      return {
        icon: CloudAlert,
        text: <>Sign in{waiting > 0 && <WideOnly>{` to send ${counted(waiting, 'change')}`}</WideOnly>}</>,
      }
  }
}

function Waiting({ words, count }: { words: string; count: number }) {
  return (
    <>
      <WideOnly>{words}, </WideOnly>
      {grouped(count)}
      <WideOnly>{count === 1 ? ' change' : ' changes'}</WideOnly> waiting
    </>
  )
}

/** Loaded lazily, because it is rarely needed. */
const RejectedPanel = lazy(() => import('./rejected-panel.tsx'))

/** The rejected changes, each with its reason, until the person retries or discards them (OF-8). */
function RejectedChanges({ changes }: { changes: readonly RejectedChange[] }) {
  return (
    <Popover
      label="Rejected changes"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button
          size="sm"
          tone="danger"
          icon={CloudAlert}
          className={styles.chip}
          data-unsaved=""
          {...trigger}
        >
          <span className={styles.count}>
            {grouped(changes.length)}
            <WideOnly>{changes.length === 1 ? ' change not saved' : ' changes not saved'}</WideOnly>
          </span>
        </Button>
      )}
    >
      <Suspense fallback={<Skeleton lines={3} />}>
        <RejectedPanel changes={changes} />
      </Suspense>
    </Popover>
  )
}

/** Words that only screen readers get in a narrow window. */
export function WideOnly({ children }: { children: ReactNode }) {
  return <span className={styles.extra}>{children}</span>
}
