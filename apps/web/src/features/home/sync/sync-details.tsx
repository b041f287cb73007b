import { Download, Pause, RefreshCw } from 'lucide-react'
import { type SyncState, useConnection } from '../../../replica/index.ts'
import { isSharedComputer } from '../../../session/index.ts'
import { troubleSentences, useIsKept, waitingSentence } from '../../../shared/changes/trouble-text.ts'
import { useUnsentFile } from '../../../shared/changes/unsent-file.ts'
import { Button } from '../../../ui/index.ts'
import styles from './sync-badge.module.css'

/** Why changes are not saved yet, what happens next, and what the person can do. */
export function SyncDetails({ sync, close }: { sync: SyncState; close: () => void }) {
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

/** Where the pending changes are stored, and how safe they are. */
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
