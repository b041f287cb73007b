import { useCallback, useEffect, useState } from 'react'
import { session } from '../../session/index.ts'
import { Button, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'

/** As the server lists it. */
interface SignedInDevice {
  readonly session_id: string
  readonly device: string
  readonly lastUsedAt: string
  readonly is_current: boolean
}

/** Where the person is signed in, and signing out from afar. */
export function SessionsSection() {
  const [devices, setDevices] = useState<readonly SignedInDevice[] | null>(null)
  const { attempt, isRunning, error } = useAttempt()
  const load = useCallback(
    async () => setDevices(await session.account.query<SignedInDevice[]>('/user/sessions')),
    [],
  )
  useEffect(() => {
    // Unreachable: the list says so below, and the rest of the page works without it.
    load().catch(() => setDevices(null))
  }, [load])

  const end = async (device: SignedInDevice) => {
    const ended = await attempt(() =>
      session.account.call('POST', '/user/end-sessions', { session_id: device.session_id }),
    )
    if (ended === null) return
    toast('Signed out')
    await attempt(load)
  }

  return (
    <Section title="Sessions" about="Where you are signed in.">
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {devices === null ? (
        <p className={styles.text}>The list is shown when the server can be reached.</p>
      ) : (
        <ul className={styles.rows}>
          {devices.map((device) => (
            <li key={device.session_id} className={styles.row}>
              <span className={styles.rowName}>
                {device.device}
                {device.is_current && <span className={styles.badge}>this one</span>}
                <span className={styles.detail}>
                  last used {new Date(device.lastUsedAt).toLocaleString()}
                </span>
              </span>
              {!device.is_current && (
                <Button
                  size="sm"
                  tone="danger"
                  aria-label={`Sign out ${device.device}`}
                  disabled={isRunning}
                  onClick={() => void end(device)}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
