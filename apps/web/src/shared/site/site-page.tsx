import { type ReactNode, useSyncExternalStore } from 'react'
import { session } from '../../session/index.ts'
import { LinkButton } from '../../ui/button.tsx'
import { SiteFrame } from '../../ui/site-frame.tsx'
import { HOME_ADDRESS, useSiteOptions } from './site-options.ts'

/** Whether somebody is signed in. False during hydration, as in the HTML written at build. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    session.subscribe,
    () => session.snapshot().isSignedIn,
    () => false,
  )
}

/** The frame of public pages, with a link to sign in or back to home. */
export function SitePage({ path, children }: { path: string; children: ReactNode }) {
  const isSignedIn = useIsSignedIn()
  const { kind } = useSiteOptions()
  return (
    <SiteFrame
      current={path}
      isShop={kind === 'public'}
      actions={
        <LinkButton
          href={isSignedIn ? HOME_ADDRESS : '/'}
          tone={isSignedIn ? 'neutral' : 'primary'}
          size="md"
        >
          {isSignedIn ? 'Open home' : 'Get started'}
        </LinkButton>
      }
    >
      {children}
    </SiteFrame>
  )
}
