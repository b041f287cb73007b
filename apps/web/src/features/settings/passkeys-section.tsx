import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { type DataOf, session } from '../../session/index.ts'
import { shortDay } from '../../shared/text/dates.ts'
import { Button, ErrorText, moveFocusFrom, TextField, toast } from '../../ui/index.ts'
import { ListOnItsWay } from './list-on-its-way.tsx'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { useServerAnswer } from './use-server-list.ts'

type Passkey = Passkeys['passkeys'][number]

/** A passkey as the server sends it. */
type Passkeys = DataOf<'GET /user/passkeys'>

/**
 * Passkeys, which sign in with a finger, a face or a PIN.
 *
 * @param onChanged called when the second step may have changed
 */
export function PasskeysSection({ onChanged }: { onChanged: () => void }) {
  const { answer, failure, load } = useServerAnswer('GET /user/passkeys')
  const { attempt, isRunning, error } = useAttempt()
  const [browserError, setBrowserError] = useState<string | null>(null)

  const add = async (name: string): Promise<boolean> => {
    setBrowserError(null)
    const started = await attempt(() => session.account.call('POST /user/begin-passkey'))
    if (started === null) return false
    const made = await make(started.options)
    if (!made.ok) {
      setBrowserError(made.reason)
      return false
    }
    const body = { name, response: made.response }
    const added = await attempt(() => session.account.call('POST /user/add-passkey', { body }))
    if (added) toast('Passkey added')
    await load()
    return added === true
  }
  const remove = async ({ passkey_id, name }: Passkey, button: HTMLElement) => {
    const isSure = await confirm({
      title: `Remove the passkey ${name}?`,
      text: 'It no longer signs anybody in. Your device may still offer it until you remove it there too.',
      confirmLabel: 'Remove',
      isDanger: true,
    })
    if (!isSure) return
    if (await attempt(() => session.account.call('POST /user/remove-passkey', { body: { passkey_id } })))
      moveFocusFrom(button)
    await load()
    onChanged()
  }

  const problem = error ?? browserError ?? (answer && failure)
  return (
    <Section
      title="Passkeys"
      about="Sign in with a finger, a face or a PIN, without your password. Nobody can guess or phish a passkey."
    >
      <ErrorText error={problem} />
      {answer === null ? (
        <ListOnItsWay list={{ rows: null, failure, load }} />
      ) : answer.is_elsewhere ? (
        <p className={styles.text}>Your sign-in provider looks after this.</p>
      ) : (
        <>
          <PasskeyList passkeys={answer.passkeys} onRemove={(...given) => void remove(...given)} />
          {answer.is_possible ? (
            <NewPasskey isRunning={isRunning} onAdd={add} />
          ) : (
            <p className={styles.text}>
              Passkeys can't be used at this address: browsers ask for HTTPS and a host name.
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[]
  onRemove: (passkey: Passkey, button: HTMLElement) => void
}) {
  if (passkeys.length === 0) return <p className={styles.text}>No passkeys.</p>
  return (
    <ul className={styles.rows}>
      {passkeys.map((passkey) => (
        <li key={passkey.passkey_id} className={styles.row}>
          <span className={styles.rowName}>
            {passkey.name}
            <span className={styles.detail}>
              added {shortDay(passkey.createdAt)},{' '}
              {passkey.lastUsedAt === null ? 'never used' : `last used ${shortDay(passkey.lastUsedAt)}`}
            </span>
          </span>
          <Button
            size="sm"
            tone="danger"
            aria-label={`Remove ${passkey.name}`}
            onClick={({ currentTarget }) => onRemove(passkey, currentTarget)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}

function NewPasskey({ isRunning, onAdd }: { isRunning: boolean; onAdd: (name: string) => Promise<boolean> }) {
  const [name, setName] = useState('')
  const given = name.trim()
  return (
    <form
      className={styles.inline}
      onSubmit={async (event) => {
        event.preventDefault()
        if (given !== '' && (await onAdd(given))) setName('')
      }}
    >
      <TextField
        label="Passkey for"
        value={name}
        maxLength={100}
        placeholder="Laptop"
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" icon={KeyRound} disabled={isRunning || given === ''}>
        Add a passkey
      </Button>
    </form>
  )
}

/** Creates a passkey. The browser asks the person. */
async function make(
  options: string,
): Promise<{ ok: true; response: string } | { ok: false; reason: string }> {
  const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return { ok: false, reason: 'This browser knows no passkeys.' }
  try {
    const made = await startRegistration({ optionsJSON: JSON.parse(options) })
    return { ok: true, response: JSON.stringify(made) }
  } catch (error) {
    const isKnown = (error as Error).name === 'InvalidStateError'
    const reason = isKnown ? 'This device has a passkey for your account already.' : 'No passkey was made.'
    return { ok: false, reason }
  }
}
