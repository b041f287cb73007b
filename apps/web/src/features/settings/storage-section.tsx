import { useEffect, useState } from 'react'
import { useSyncState } from '../../replica/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'

const PHASES = {
  'first-load': 'Loading for the first time',
  saved: 'Everything is saved on the server',
  saving: 'Saving',
  'waiting-for-network': 'Waiting for the network',
  'paused-signed-out': 'Paused: sign in again to go on',
} as const

const KEPT = {
  device: 'Everything, also when the tab closes',
  memory: 'Nothing: this browser closes its storage to the page, and changes go with the tab',
  full: 'Not all: the storage of this device is full',
} as const

/** How much room the copy on this device takes, and how far it agrees with the server. */
export function StorageSection() {
  const { phase, waiting, refused, storage } = useSyncState()
  const used = useStorageUsed()
  return (
    <Section
      title="On this device"
      about="A copy of your cards is kept here, so that everything works offline."
    >
      <dl className={styles.facts}>
        <dt>State</dt>
        <dd>{PHASES[phase]}</dd>
        <dt>Changes waiting</dt>
        <dd>{waiting.toLocaleString()}</dd>
        {refused.length > 0 && (
          <>
            <dt>Changes refused</dt>
            <dd>{refused.length.toLocaleString()}, to be looked at on home</dd>
          </>
        )}
        <dt>Kept here</dt>
        <dd>{KEPT[storage]}</dd>
        <dt>Storage used</dt>
        <dd>{used ?? 'not told by this browser'}</dd>
      </dl>
    </Section>
  )
}

function useStorageUsed(): string | null {
  const [bytes, setBytes] = useState<number | null>(null)
  useEffect(() => {
    // Blocked storage answers with an error: then there is nothing to tell.
    navigator.storage?.estimate?.().then(
      ({ usage }) => setBytes(usage ?? null),
      () => setBytes(null),
    )
  }, [])
  if (bytes === null) return null
  const megabytes = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  })
  return megabytes.format(bytes / 1_000_000)
}
