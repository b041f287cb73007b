import { useState } from 'react'
import { type DataOf, session } from '../../session/index.ts'
import { dateAndTime } from '../../shared/text/dates.ts'
import { Button, Checkbox, ErrorText, moveFocusFrom, toast } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { type ServerList, useServerList } from './use-server-list.ts'

/** A session as the server lists it. */
type SignedInDevice = DataOf<'GET /user/sessions'>[number]

/** The sessions of the person, each with a button that ends it. */
export function SessionsSection() {
  const list = useServerList('GET /user/sessions')
  const { attempt, isRunning, error } = useAttempt()
  const problem = error ?? (list.rows && list.failure)

  const end = async (device: SignedInDevice, button: HTMLElement) => {
    const ended = await attempt(() =>
      session.account.call('POST /user/end-sessions', { body: { session_id: device.session_id } }),
    )
    if (ended === null) return
    toast('Signed out')
    moveFocusFrom(button)
    await list.load()
  }

  const endOthers = async (tokens: boolean) => {
    const current = list.rows?.find((device) => device.is_current)
    if (current === undefined) return
    const body = { keep_session_id: current.session_id, tokens }
    if ((await attempt(() => session.account.call('POST /user/end-sessions', { body }))) === null) return
    toast(tokens ? 'Other devices signed out, tokens revoked' : 'Other devices signed out')
    await list.load()
  }

  return (
    <Section title="Sessions" about="Where you are signed in.">
      <ErrorText error={problem} />
      {list.rows === null ? (
        <ListOnItsWay list={list} />
      ) : (
        <ul className={styles.rows}>
          {list.rows.map((device) => (
            <li key={device.session_id} className={styles.row}>
              <span className={styles.rowName}>
                {device.device}
                {device.is_current && <span className={styles.badge}>this one</span>}
                <span className={styles.detail}>last used {dateAndTime(device.lastUsedAt)}</span>
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
      <EndOthers list={list} isRunning={isRunning} onEnd={(tokens) => void endOthers(tokens)} />
    </Section>
  )
}

/** Ends all other sessions, for a person who lost a device or suspects a stranger. */
function EndOthers({
  list,
  isRunning,
  onEnd,
}: {
  list: ServerList<SignedInDevice>
  isRunning: boolean
  onEnd: (tokens: boolean) => void
}) {
  const [tokens, setTokens] = useState(false)
  if (list.rows === null) return null
  const isOnlySession = list.rows.every((device) => device.is_current)
  return (
    <div className={styles.buttons}>
      <Button tone="danger" disabled={isRunning || (isOnlySession && !tokens)} onClick={() => onEnd(tokens)}>
        Sign out all other devices
      </Button>
      <Checkbox isChecked={tokens} onChange={setTokens}>
        Revoke personal tokens too
      </Checkbox>
    </div>
  )
}
