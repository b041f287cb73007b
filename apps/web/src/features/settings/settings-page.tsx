import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { version } from '../../../../../package.json'
import { useSession } from '../../session/index.ts'
import { pressSignIn } from '../../shared/site/record-action.ts'
import { pageOfHash, SETTINGS_PAGES, type SettingsPageEntry } from '../../shared/site/settings-pages.ts'
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
  const hash = useRouterState({ select: (state) => state.location.hash })
  const page = usePageOf(hash)
  if (!isSignedIn)
    return (
      <SitePage path="/settings">
        <Page>
          <AppearanceSection isSignedIn={false} />
          <SignedOut />
        </Page>
      </SitePage>
    )
  const title = (page ?? SETTINGS_PAGES[0])?.title ?? ''
  return (
    <SettingsFrame current={title} isList={page === undefined}>
      <Page key={title} anchor={hash}>
        {PAGES[title]?.()}
      </Page>
    </SettingsFrame>
  )
}

/** The page with this hash. Other anchors, such as that of “Skip to content”, keep the present page. */
function usePageOf(hash: string): SettingsPageEntry | undefined {
  const named = pageOfHash(hash)
  const [last, setLast] = useState(named)
  const page = named === undefined && hash !== '' ? last : named
  if (page !== last) setLast(page)
  return page
}

/** @param props.anchor of the section that is scrolled to; empty: the top of the page */
function Page({ anchor = '', children }: { anchor?: string; children: ReactNode }) {
  useEffect(() => {
    const section = anchor === '' ? null : document.getElementById(anchor)
    // The anchor of the first section is that of the page.
    if (section?.previousElementSibling?.tagName === 'SECTION') return stayAt(section)
    scrollTo(0, 0)
    return undefined
  }, [anchor])
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>Settings page</h1>
      {children}
      <p className={styles.text}>Cardinal {version}</p>
    </div>
  )
}

/** Events of the person after which the page must not scroll by itself. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * Focuses the section and keeps it visible while lists above it load, until the person does something.
 *
 * @returns the function that stops this
 */
function stayAt(section: HTMLElement): () => void {
  const growth = new ResizeObserver(() => section.scrollIntoView())
  const stop = () => {
    growth.disconnect()
    for (const act of ACTS) removeEventListener(act, stop)
  }
  for (const act of ACTS) addEventListener(act, stop, { passive: true })
  growth.observe(document.body)
  section.focus({ preventScroll: true })
  return stop
}

/** The contents of the pages, by their titles in `SETTINGS_PAGES`. */
const PAGES: Readonly<Record<string, () => ReactNode>> = {
  Account: () => (
    <>
      <AccountSection />
      <WorkspacesSection />
      <SavedSearchesSection />
      <LeaveSection />
    </>
  ),
  Appearance: () => (
    <>
      <AppearanceSection isSignedIn />
      <KeyboardSection />
    </>
  ),
  Data: () => (
    <>
      <DataSection />
      <PagesSection />
      <CopiesSection />
    </>
  ),
  Devices: () => (
    <>
      <StorageSection />
      <RemindersSection />
    </>
  ),
  Security: () => <SecuritySections />,
  Connections: () => (
    <>
      <ExtensionSection />
      <TokensSection />
      <WebhooksSection />
      <SharedSearchesSection />
    </>
  ),
}

function SecuritySections() {
  // A new value reloads the second step after passkeys were removed.
  const [passkeysRound, setPasskeysRound] = useState(0)
  return (
    <>
      <PasskeysSection onChanged={() => setPasskeysRound(passkeysRound + 1)} />
      <SecondStepSection key={`second step ${passkeysRound}`} />
      <SessionsSection />
      <ActivitySection />
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
