import { grouped } from '@cardinal/domain'
import {
  CloudAlert,
  CloudCheck,
  CloudOff,
  CloudUpload,
  Download,
  type LucideIcon,
  Pause,
  RefreshCw,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { type RejectedChange, type SyncState, useConnection, useSyncState } from '../../../replica/index.ts'
import { isSharedComputer } from '../../../session/index.ts'
import {
  troubleSentences,
  troubleWords,
  useIsKept,
  waitingSentence,
} from '../../../shared/changes/trouble-text.ts'
import { useUnsentFile } from '../../../shared/changes/unsent-file.ts'
import { counted } from '../../../shared/text/counted.ts'
import { Button, cx, Icon, Popover, Skeleton } from '../../../ui/index.ts'
import styles from './sync-badge.module.css'

/** Shows the state of saving, always in the same place (OF-8). */
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

/** Renders the state in words, as a button where there are details. */
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
      <span className={styles.badge} role="status" aria-label="Saving">
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

/** Returns the words of a state. Changes without room on this device come first: they are lost when the tab closes. */
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
        text: sync.loadedRows === 0 ? 'Loading' : `Loading, ${counted(sync.loadedRows, 'row')}`,
      }
    case 'saved':
      return { icon: CloudCheck, text: 'Saved' }
    case 'saving':
      return { icon: CloudUpload, text: 'Saving' }
    case 'waiting-to-retry': {
      const words = trouble === null ? 'Waiting' : troubleWords(trouble)
      const icon = trouble?.kind === 'offline' ? CloudOff : CloudAlert
      // A change counts once it is stored, because until then it is lost with the tab.
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

/** Why changes are not saved yet, what will happen to them, and what the person can do. */
function SyncDetails({ sync, close }: { sync: SyncState; close: () => void }) {
  const connection = useConnection()
  const saveUnsent = useUnsentFile()
  const { trouble, waiting, phase, blocked } = sync
  const sentence = waitingSentence(sync)
  return (
    <div className={styles.details}>
      {phase === 'paused-signed-out' && <p>You are signed out. Sign in again to continue sending.</p>}
      {trouble !== null && <p>{troubleSentences(trouble)}</p>}
      {sentence !== null && <p>{sentence}</p>}
      {blocked > 0 && <p>If you stop trying, you can change or discard what waits.</p>}
      <KeptHere sync={sync} />
      <span className={styles.row}>
        <Button
          size="sm"
          icon={RefreshCw}
          onClick={() => {
            connection.nudge()
            close()
          }}
        >
          Try now
        </Button>
        {waiting > 0 && (
          <Button size="sm" tone="quiet" icon={Download} onClick={() => void saveUnsent()}>
            Download what waits
          </Button>
        )}
        {blocked > 0 && (
          <Button
            size="sm"
            tone="quiet"
            icon={Pause}
            onClick={() => {
              void connection.stopTrying()
              close()
            }}
          >
            Stop trying
          </Button>
        )}
      </span>
    </div>
  )
}

/** Says how safe the pending changes are. */
function KeptHere({ sync: { storage, waiting } }: { sync: SyncState }) {
  const { isKept } = useIsKept()
  if (storage === 'memory')
    return (
      <p>
        {isSharedComputer
          ? 'You said that this is a shared computer'
          : 'This browser lets the page store nothing'}
        . What is not sent is lost when this tab closes.
      </p>
    )
  if (storage === 'full')
    return <p>The storage of this device is full. Keep this tab open until all is sent.</p>
  if (waiting === 0 || isKept !== false) return null
  return (
    <p>
      This browser has not promised to keep what waits: it may remove it when it needs room, and a private
      window does when it closes. Download it to be sure.
    </p>
  )
}

/** Loaded lazily: hardly anybody ever needs it. */
const RejectedPanel = lazy(() => import('./rejected-panel.tsx'))

/** Renders the rejected changes, each with its reason, until the person decides (OF-8). */
function RejectedChanges({ changes }: { changes: readonly RejectedChange[] }) {
  return (
    <Popover
      label="Rejected changes"
      placement="bottom-end"
      trigger={(trigger) => (
        <Button size="sm" tone="danger" icon={CloudAlert} className={styles.chip} {...trigger}>
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

/** Renders words that are hidden in a narrow window, except from screen readers. */
export function WideOnly({ children }: { children: ReactNode }) {
  return <span className={styles.extra}>{children}</span>
}
