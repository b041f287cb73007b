import { useState } from 'react'
import { saveFile } from '../parts/files/save-file.ts'
import { counted } from '../parts/text/counted.ts'
import { type Lost, type OpenConnection, useSyncState } from '../replica/index.ts'
import { Button, toast } from '../ui/index.ts'
import styles from './outdated.module.css'

const REASONS: Readonly<Record<Lost, string>> = {
  'newer-release': 'A newer version of Cardinal is open in another tab. This tab is out of date.',
  removed: 'The browser has removed what this site had stored on this device.',
}

/** How long "Load it again" tries to send before it says that it can't. ms */
const PATIENCE = 5_000

/**
 * Says that this tab can store nothing any more, and loads it again. It still sends; what it could not send is offered
 * as a file before anything is lost. No popup asks: without a network its code may be out of reach.
 */
export function Outdated({ why, connection }: { why: Lost; connection: OpenConnection }) {
  const { waiting } = useSyncState()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const loadAgain = async () => {
    setState('sending')
    await Promise.race([connection.sendAll(), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    if ((await connection.unsent()).length === 0) reload(connection)
    else setState('failed')
  }
  const isFileOffered = state === 'failed' && waiting > 0
  return (
    <div role="alert" className={styles.outdated}>
      <span>
        {REASONS[why]}
        {waiting > 0 && ` ${counted(waiting, 'change')} not sent yet, in this tab only.`}
        {isFileOffered && ' The server could not be reached.'}
      </span>
      {waiting > 0 && (
        <Button size="sm" onClick={() => void download(connection)}>
          Save as a file
        </Button>
      )}
      {isFileOffered ? (
        <Button size="sm" onClick={() => download(connection).then(() => reload(connection))}>
          Save as a file and load again
        </Button>
      ) : null}
      <Button size="sm" tone="primary" disabled={state === 'sending'} onClick={() => void loadAgain()}>
        {state === 'sending' ? 'Sending …' : 'Load it again'}
      </Button>
    </div>
  )
}

/** The browser need not ask as well: what is left was saved, or nothing is. */
function reload(connection: OpenConnection): void {
  connection.close()
  location.reload()
}

/** Saves what the server doesn't have yet, as JSON that people can read. */
async function download(connection: OpenConnection): Promise<void> {
  const changes = (await connection.unsent()).map(({ at, mutation }) => ({
    madeAt: new Date(at).toISOString(),
    change: mutation.name,
    ...mutation.args,
  }))
  const text = JSON.stringify(changes, null, 2)
  saveFile('cardinal-changes-not-sent.json', new Blob([text], { type: 'application/json' }))
  toast('Saved as a file')
}
