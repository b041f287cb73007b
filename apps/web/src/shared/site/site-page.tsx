import { type ReactNode, useSyncExternalStore } from 'react'
import { session } from '../../session/index.ts'
import { LinkButton } from '../../ui/button.tsx'
import { SiteFrame } from '../../ui/site-frame.tsx'
import { HOME_ADDRESS, useSiteOptions } from './site-options.ts'

/** Returns whether somebody is signed in; a page that was written out at build takes nobody to be, at first. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    session.subscribe,
    () => session.snapshot().isSignedIn,
    () => false,
  )
}

/** Renders the frame of a page that anyone can read, with the way in or back in its bar. */
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
