import { Download, Puzzle } from 'lucide-react'
import { useState } from 'react'
import { session } from '../../session/index.ts'
import { shortDay } from '../../shared/text/dates.ts'
import { Button, ErrorText, LinkButton } from '../../ui/index.ts'
import { useExtension } from './extension-handshake.ts'
import { Section } from './section.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { useAttempt } from './use-attempt.ts'

/** Connects the browser extension: the person presses Allow, and the extension gets its own token. */
export default function ExtensionPage() {
  return (
    <SettingsFrame current="Connections">
      <div className={styles.page}>
        <h1 className={styles.title}>Browser extension</h1>
        <ConnectSection />
        <InstallSection />
      </div>
    </SettingsFrame>
  )
}

function ConnectSection() {
  const { isAsking, give } = useExtension()
  const { attempt, isRunning, error } = useAttempt()
  const [outcome, setOutcome] = useState<'given' | 'lost' | null>(null)
  const allow = async () => {
    const body = { name: `Browser extension, ${shortDay(Date.now())}`, scope: 'write' as const }
    const made = await attempt(() => session.account.call('POST /user/create-token', { body }))
    if (made === null) return
    const isKept = await give(made.token)
    setOutcome(isKept ? 'given' : 'lost')
    // The extension didn't confirm the token, so revoke it.
    if (!isKept)
      await attempt(() =>
        session.account.call('POST /user/revoke-token', { body: { token_id: made.token_id } }),
      )
  }
  return (
    <Section
      title="Connect"
      about="The extension gets a personal token of its own. You can revoke it in the settings at any time."
    >
      <p role="status">
        {outcome === 'given'
          ? 'Connected. You can close this tab.'
          : isAsking
            ? 'The extension of this browser asks to find, add, tag and remove your cards.'
            : 'No extension asks to be connected. Open its settings and press Connect.'}
      </p>
      {isAsking && outcome !== 'given' && (
        <Button tone="primary" icon={Puzzle} disabled={isRunning} onClick={() => void allow()}>
          Allow
        </Button>
      )}
      <ErrorText error={error ?? (outcome === 'lost' ? LOST : null)} />
    </Section>
  )
}

const LOST = 'The extension did not answer, and its token was revoked. Press Connect in its settings again.'

function InstallSection() {
  return (
    <Section
      title="Install"
      about="It is in no store: your own server gives it to you. Unpack the file into a folder that stays."
    >
      <div className={styles.buttons}>
        <LinkButton href="/downloads/cardinal-chromium.zip" icon={Download} download>
          For Chromium, Chrome, Edge
        </LinkButton>
        <LinkButton href="/downloads/cardinal-firefox.zip" icon={Download} download>
          For Firefox
        </LinkButton>
      </div>
      <dl className={styles.facts}>
        <dt>Chromium</dt>
        <dd>
          Open <code>chrome://extensions</code>, turn on “Developer mode”, press “Load unpacked”, and choose
          the folder.
        </dd>
        <dt>Firefox</dt>
        <dd>
          Open <code>about:debugging</code>, choose “This Firefox”, press “Load Temporary Add-on”, and choose
          the manifest in the folder. Firefox forgets it when it is closed.
        </dd>
      </dl>
    </Section>
  )
}
