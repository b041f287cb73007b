import { session } from '../../session/index.ts'
import { Button, handFocusOn, toast } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { useServerList } from './use-server-list.ts'

/** As the server lists it. */
interface SignedInDevice {
  readonly session_id: string
  readonly device: string
  readonly lastUsedAt: string
  readonly is_current: boolean
}

/** Where the person is signed in, and signing out from afar. */
export function SessionsSection() {
  const list = useServerList<SignedInDevice>('/user/sessions')
  const { attempt, isRunning, error } = useAttempt()
  const problem = error ?? (list.rows && list.failure)

  const end = async (device: SignedInDevice, button: HTMLElement) => {
    const ended = await attempt(() =>
      session.account.call('POST', '/user/end-sessions', { session_id: device.session_id }),
    )
    if (ended === null) return
    toast('Signed out')
    handFocusOn(button)
    await list.load()
  }

  return (
    <Section title="Sessions" about="Where you are signed in.">
      {problem && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {list.rows === null ? (
        <ListOnItsWay list={list} />
      ) : (
        <ul className={styles.rows}>
          {list.rows.map((device) => (
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
                  onClick={({ currentTarget }) => void end(device, currentTarget)}
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
