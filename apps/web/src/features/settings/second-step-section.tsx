import { useEffect, useState } from 'react'
import { confirm } from '../../overlays/index.ts'
import { type DataOf, session } from '../../session/index.ts'
import { copyText } from '../../shared/text/copy-text.ts'
import { Button, ErrorText, TextField, toast } from '../../ui/index.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { useAttempt } from './use-attempt.ts'
import { useServerAnswer } from './use-server-list.ts'

/** The state of the second step as the server sends it. */
type State = DataOf<'GET /user/second-step'>

/** A secret for an authenticator app, before it is saved. */
interface SecondStepSetup {
  readonly secret: string
  readonly address: string
}

/** The second step of signing in besides the password: a code of an authenticator app, or a passkey. */
export function SecondStepSection() {
  const { answer: state, failure, load } = useServerAnswer('GET /user/second-step')
  const { attempt, isRunning, error } = useAttempt()
  const [setup, setSetup] = useState<SecondStepSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  const turnOn = async (code: string) => {
    const body = { secret: setup?.secret ?? '', code }
    const made = await attempt(() => session.account.call('POST /user/turn-on-second-step', { body }))
    if (made === null) return
    setSetup(null)
    setCodes(made.recovery_codes)
    await load()
  }
  const renew = async () => {
    const made = await attempt(() => session.account.call('POST /user/renew-recovery-codes'))
    if (made !== null) setCodes(made.recovery_codes)
    await load()
  }
  const askPasskey = async (isAsked: boolean) => {
    const body = { is_asked: isAsked }
    const made = await attempt(() => session.account.call('POST /user/ask-passkey', { body }))
    if (made !== null && made.recovery_codes.length > 0) setCodes(made.recovery_codes)
    await load()
  }
  const turnOff = async () => {
    const isSure = await confirm({
      title: 'Sign in with the password alone?',
      text: 'App, passkey and recovery codes are not asked for any more.',
      confirmLabel: 'Turn off',
      isDanger: true,
    })
    if (!isSure) return
    if ((await attempt(() => session.account.call('POST /user/turn-off-second-step'))) === null) return
    setCodes(null)
    toast('Turned off')
    await load()
  }

  return (
    <Section
      title="Second step"
      about="Besides your password, signing in asks for a code that an app on your phone shows, or for a passkey."
    >
      <ErrorText error={error} />
      {state === null ? (
        <p className={styles.text} data-on-its-way={failure === null ? '' : undefined}>
          {failure ?? 'Loading'}
        </p>
      ) : !state.is_possible ? (
        <p className={styles.text}>Your sign-in provider looks after this.</p>
      ) : (
        <>
          <p>{stateText(state)}</p>
          {codes && <RecoveryCodes codes={codes} />}
          {setup ? (
            <NewApp setup={setup} isRunning={isRunning} onCode={turnOn} onCancel={() => setSetup(null)} />
          ) : (
            <div className={styles.buttons}>
              <Button
                disabled={isRunning}
                onClick={async () =>
                  setSetup(await attempt(() => session.account.call('POST /user/begin-second-step')))
                }
              >
                {state.has_app ? 'Use another app' : 'Set up an app'}
              </Button>
              <Button disabled={isRunning} onClick={() => void askPasskey(!state.asks_passkey)}>
                {state.asks_passkey ? 'Stop asking for a passkey' : 'Ask for a passkey'}
              </Button>
              {state.is_on && (
                <>
                  <Button disabled={isRunning} onClick={() => void renew()}>
                    New recovery codes
                  </Button>
                  <Button tone="danger" disabled={isRunning} onClick={() => void turnOff()}>
                    Turn off
                  </Button>
                </>
              )}
            </div>
          )}
        </>
      )}
    </Section>
  )
}

function stateText({ is_on: isOn, has_app, asks_passkey, recovery_codes_left: left }: State): string {
  if (!isOn) return 'Off. Your password alone signs in.'
  const asked = [has_app && 'the code of your app', asks_passkey && 'a passkey'].filter(Boolean).join(' or ')
  return `On: asks for ${asked}. ${left} ${left === 1 ? 'recovery code is' : 'recovery codes are'} left.`
}

/** Shows the secret as a QR code and as text, and asks for the first code of the app. */
function NewApp({
  setup,
  isRunning,
  onCode,
  onCancel,
}: {
  setup: SecondStepSetup
  isRunning: boolean
  onCode: (code: string) => Promise<void>
  onCancel: () => void
}) {
  const [code, setCode] = useState('')
  const picture = usePicture(setup.address)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void onCode(code)
      }}
    >
      <p>Scan this picture with your authenticator app, or type the text below it into the app.</p>
      {picture && <img src={picture} className={styles.picture} alt="QR code of the secret for your app" />}
      <code className={styles.code}>{setup.secret.replace(/.{4}(?=.)/g, '$& ')}</code>
      <a href={setup.address}>Open the app on this device</a>
      <TextField
        label="Code that the app shows"
        value={code}
        onChange={(event) => setCode(event.target.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <div className={styles.buttons}>
        <Button type="submit" tone="primary" disabled={isRunning || code.trim() === ''}>
          Turn on
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** The address of an image with the QR code. Null: its code is loading. */
function usePicture(address: string): string | null {
  const [picture, setPicture] = useState<string | null>(null)
  useEffect(() => {
    let isGone = false
    void import('uqr').then(({ renderSVG }) => {
      if (!isGone) setPicture(`data:image/svg+xml,${encodeURIComponent(renderSVG(address))}`)
    })
    return () => {
      isGone = true
    }
  }, [address])
  return picture
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status" className={styles.secret}>
      <p>
        Keep these recovery codes where you keep your passwords: they are shown this once. Each signs you in
        once when you don't have the app.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={styles.code}>{code}</code>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => void copyText(codes.join('\n'))}>
        Copy all
      </Button>
    </div>
  )
}
