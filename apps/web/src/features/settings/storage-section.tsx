import { useEffect, useState } from 'react'
import { useSyncState } from '../../replica/index.ts'
import { isSharedComputer } from '../../session/index.ts'
import { troubleSentences, useIsKept } from '../../shared/changes/trouble-text.ts'
import { Button, toast } from '../../ui/index.ts'
import { FilesHere } from './files-here.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const PHASES = {
  'first-load': 'Loading for the first time',
  saved: 'Everything is saved on the server',
  saving: 'Saving',
  'waiting-to-retry': 'Waiting for the server',
  'paused-signed-out': 'Paused: sign in again to go on',
} as const

const KEPT = {
  device: 'Everything, also when the tab closes',
  memory: 'Nothing: this browser closes its storage to the page, and changes go with the tab',
  full: 'Not all: the storage of this device is full',
} as const

const ON_SHARED =
  'Nothing: you said that this is a shared computer. Closing or reloading the page signs you out.'

/** The size of the copy on this device, and its sync state. */
export function StorageSection() {
  const { phase, trouble, waiting, rejected, storage } = useSyncState()
  const used = useStorageUsed()
  return (
    <Section
      title="On this device"
      about="A copy of your cards is kept here, so that your changes survive a lost connection."
    >
      <dl className={styles.facts} data-on-its-way={used === undefined ? '' : undefined}>
        <dt>State</dt>
        <dd>{trouble === null ? PHASES[phase] : troubleSentences(trouble)}</dd>
        <dt>Changes waiting</dt>
        <dd>{waiting.toLocaleString()}</dd>
        {rejected.length > 0 && (
          <>
            <dt>Changes rejected</dt>
            <dd>{rejected.length.toLocaleString()}, to be looked at on home</dd>
          </>
        )}
        <dt>Kept here</dt>
        <dd>
          {isSharedComputer ? ON_SHARED : KEPT[storage]}
          {storage === 'device' && <KeepIt />}
        </dd>
        <dt>Opening without a network</dt>
        <dd>{opening()}</dd>
        <dt>Storage used</dt>
        <dd>{used ?? 'not told by this browser'}</dd>
      </dl>
      <FilesHere />
    </Section>
  )
}

/** Whether the app can be opened offline and installed, and if not, why. */
function opening(): string {
  if (!isSecureContext)
    return `Not at this address: ${location.origin} is plain HTTP, and browsers keep pages, and install them, from HTTPS alone. What you write while this page is open is kept and sent later.`
  if (!('serviceWorker' in navigator)) return 'Not in this browser, or not in a private window of it'
  return 'Yes'
}

/** Whether the browser may delete the copy, and a button that asks it not to. */
function KeepIt() {
  const { isKept, ask } = useIsKept()
  if (isKept === null) return null
  if (isKept) return <p>The browser has promised to keep it.</p>
  return (
    <>
      <p>
        The browser has not promised to keep it: it may remove it when room gets short, and a private window
        forgets it when it closes.
      </p>
      <Button
        size="sm"
        onClick={async () => {
          if (!(await ask())) toast('The browser said no. It may agree once you use this site more often.')
        }}
      >
        Ask it to keep it
      </Button>
    </>
  )
}

/** The used storage. Undefined: not known yet. Null: the browser doesn't tell. */
function useStorageUsed(): string | null | undefined {
  const [bytes, setBytes] = useState<number | null>()
  useEffect(() => {
    // Rejects with blocked storage. Waits for `persisted`, too, so that both appear at once.
    Promise.all([navigator.storage?.estimate?.(), navigator.storage?.persisted?.()]).then(
      ([estimate]) => setBytes(estimate?.usage ?? null),
      () => setBytes(null),
    )
  }, [])
  if (bytes == null) return bytes
  const megabytes = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  })
  return megabytes.format(bytes / 1_000_000)
}
