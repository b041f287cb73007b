import { useState } from 'react'
import { Button } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useServerList } from './use-server-list.ts'

/** As the server lists it. */
interface Activity {
  readonly kind: string
  /** The device, the name of a token, passkey or shared search, the host of a webhook, or the operator's command. */
  readonly detail: string | null
  readonly createdAt: string
}

/** Entries that are shown before more are asked for. */
const SHOWN = 10

const WORDS: Readonly<Record<string, string>> = {
  'signed-in': 'Signed in',
  'sign-in-failed': 'Wrong password',
  'session-reused': 'Signed out, because the session was used from a second place',
  'password-changed': 'Password changed',
  'token-made': 'Personal token made',
  exported: 'Data downloaded',
  'second-step-on': 'Second step at sign-in turned on',
  'second-step-off': 'Second step at sign-in turned off',
  'second-step-failed': 'Wrong code at sign-in',
  'recovery-codes-made': 'New recovery codes made',
  'recovery-code-used': 'Signed in with a recovery code',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'search-shared': 'Search shared',
  'share-ended': 'Shared search taken back',
  'webhook-made': 'Webhook made',
  'webhook-removed': 'Webhook removed',
  'webhook-off': 'Webhook switched off, because nothing arrived there',
  'by-operator': 'Changed by the operator of this server',
}

/** What happened to the account lately, so that a person notices what somebody else did. */
export function ActivitySection() {
  const list = useServerList<Activity>('/user/recent-activity')
  const [isWhole, setIsWhole] = useState(false)
  const rows = list.rows?.slice(0, isWhole ? undefined : SHOWN)
  return (
    <Section
      title="Recent activity"
      about="What happened to your account in the last 90 days. If it was not you, change your password and sign out all other devices."
    >
      {rows === undefined ? (
        <ListOnItsWay list={list} />
      ) : rows.length === 0 ? (
        <p className={styles.text}>Nothing yet.</p>
      ) : (
        <ul className={styles.rows}>
          {rows.map(({ kind, detail, createdAt }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever replaced whole
            <li key={index} className={styles.row}>
              <span className={styles.rowName}>
                {WORDS[kind] ?? kind}
                {detail !== null && <span className={styles.badge}>{detail}</span>}
                <span className={styles.detail}>{new Date(createdAt).toLocaleString()}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {!isWhole && (list.rows?.length ?? 0) > SHOWN && (
        <Button size="sm" onClick={() => setIsWhole(true)}>
          Show all {list.rows?.length}
        </Button>
      )}
    </Section>
  )
}
