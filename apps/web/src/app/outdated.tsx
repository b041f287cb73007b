import { useState } from 'react'
import { type Lost, type OpenConnection, useSyncState } from '../replica/index.ts'
import { useUnsentFile } from '../shared/changes/unsent-file.ts'
import { counted } from '../shared/text/counted.ts'
import { Button, toast } from '../ui/index.ts'
import styles from './outdated.module.css'

const REASONS: Readonly<Record<Lost, string>> = {
  'newer-release': 'A newer version of Cardinal is open in another tab. This tab is out of date.',
  'older-release':
    'A newer version of Cardinal has stored your cards on this device, and this older version cannot use them. It loads them from the server, and stores nothing here.',
  removed: 'The browser has removed what this site had stored on this device.',
}

/** ms for which "Load it again" tries to send pending changes before it reports a failure. */
const SEND_TIMEOUT_MS = 5_000

/**
 * Says that this tab has lost its storage, and offers to reload. The tab can still send. Changes that can't be
 * sent are offered as a file before they are lost. No popup, because its code may be unavailable offline.
 */
export function Outdated({ why, connection }: { why: Lost; connection: OpenConnection }) {
  const { waiting, rejected } = useSyncState()
  const saveUnsent = useUnsentFile()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const isUnsaved = waiting + rejected.length > 0
  const isFileOffered = state === 'failed' && isUnsaved
  const loadAgain = async () => {
    setState('sending')
    await Promise.race([connection.sendAll(), new Promise((resolve) => setTimeout(resolve, SEND_TIMEOUT_MS))])
    if ((await connection.unsaved()).length === 0) reload(connection)
    else setState('failed')
  }
  const save = async () => {
    await saveUnsent()
    toast('Saved as a file')
  }
  return (
    <div role="alert" className={styles.outdated}>
      <span>
        {REASONS[why]}
        {waiting > 0 && ` ${counted(waiting, 'change')} not sent yet: keep this tab open until then.`}
        {rejected.length > 0 && ` ${counted(rejected.length, 'change')} rejected.`}
        {isFileOffered && waiting > 0 && ' The server could not be reached.'}
      </span>
      {isUnsaved && (
        <Button size="sm" onClick={() => void save()}>
          Save as a file
        </Button>
      )}
      {isFileOffered && (
        <Button size="sm" onClick={() => save().then(() => reload(connection))}>
          Save as a file and load again
        </Button>
      )}
      <Button size="sm" tone="primary" disabled={state === 'sending'} onClick={() => void loadAgain()}>
        {state === 'sending' ? 'Sending …' : 'Load it again'}
      </Button>
    </div>
  )
}

/** Reloads without the browser's question: no change is pending, or the person has saved the file. */
function reload(connection: OpenConnection): void {
  connection.close()
  location.reload()
}
