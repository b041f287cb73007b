import { type ReactNode, useState } from 'react'
import { version } from '../../../../../package.json'
import { useSession } from '../../session/index.ts'
import { pressSignIn } from '../../shared/site/record-action.ts'
import { SitePage } from '../../shared/site/site-page.tsx'
import { Button, EmptyState } from '../../ui/index.ts'
import { AccountSection } from './account-section.tsx'
import { ActivitySection } from './activity-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { CopiesSection } from './copies-section.tsx'
import { DataSection } from './data-section.tsx'
import { ExtensionSection } from './extension-section.tsx'
import { KeyboardSection } from './keyboard-section.tsx'
import { LeaveSection } from './leave-section.tsx'
import { PagesSection } from './pages-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { RemindersSection } from './reminders-section.tsx'
import { SavedSearchesSection } from './saved-searches-section.tsx'
import { SecondStepSection } from './second-step-section.tsx'
import { ServerSection } from './server-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings.module.css'
import { SettingsFrame } from './settings-frame.tsx'
import { SharedSearchesSection } from './shared-searches-section.tsx'
import { StorageSection } from './storage-section.tsx'
import { TokensSection } from './tokens-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'
import { WorkspacesSection } from './workspaces-section.tsx'

export default function SettingsPage() {
  const { isSignedIn } = useSession()
  return (
    <Frame isSignedIn={isSignedIn}>
      <div className={styles.page}>
        <h1 className={styles.title}>Settings page</h1>
        <AppearanceSection isSignedIn={isSignedIn} />
        {isSignedIn ? <SignedInSections /> : <SignedOut />}
        <p className={styles.text}>Cardinal {version}</p>
      </div>
    </Frame>
  )
}

/** Renders the app's frame for signed-in people, the public frame for visitors. */
function Frame({ isSignedIn, children }: { isSignedIn: boolean; children: ReactNode }) {
  if (isSignedIn) return <SettingsFrame>{children}</SettingsFrame>
  return <SitePage path="/settings">{children}</SitePage>
}

/** Renders all sections that need the person's data. The route provides the connection. */
function SignedInSections() {
  // A new key reloads the list of tokens when another section has ended them.
  const [tokensRound, setTokensRound] = useState(0)
  // A new key reloads the second step when passkeys were removed.
  const [passkeysRound, setPasskeysRound] = useState(0)
  return (
    <>
      <AccountSection />
      <WorkspacesSection />
      <SavedSearchesSection />
      <SharedSearchesSection />
      <KeyboardSection />
      <RemindersSection />
      <PagesSection />
      <CopiesSection />
      <DataSection />
      <ExtensionSection />
      <StorageSection />
      <PasskeysSection onChanged={() => setPasskeysRound(passkeysRound + 1)} />
      <SecondStepSection key={`second step ${passkeysRound}`} />
      <SessionsSection onTokensEnded={() => setTokensRound(tokensRound + 1)} />
      <TokensSection key={tokensRound} />
      <WebhooksSection />
      <ActivitySection />
      <ServerSection />
      <LeaveSection />
    </>
  )
}

function SignedOut() {
  return (
    <EmptyState
      title="Sign in to see the rest"
      actions={
        <Button tone="primary" onClick={() => pressSignIn(`/settings${location.hash}`)}>
          Sign in
        </Button>
      }
    >
      Workspaces, saved searches, tokens and your data belong to an account.
    </EmptyState>
  )
}
