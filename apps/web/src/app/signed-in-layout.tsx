import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { rememberWantedPage } from '../features/landing/wanted-page.ts'
import { startThread } from '../replica/thread.ts'
import { session, useSession } from '../session/index.ts'
import { rememberSignIn } from '../shared/account/kept.ts'
import { LoadingPlace } from '../ui/loading.tsx'

/** Loads the frame, which is a chunk of its own, so that visitors don't load the replica. */
const load = () => import('./connected-frame.tsx')
const ConnectedFrame = lazyRouteComponent(load)

let connected: Promise<void> | null = null

/**
 * Starts opening the person's data while the screen's code loads. Not after a return from the sign-in, because
 * somebody else may have signed in.
 */
export function connectEarly(): void {
  const { isSignedIn, userId } = session.snapshot()
  if (!isSignedIn || userId === null || location.search.includes('sign_in_code=')) return
  startThread(userId)
  connected = load().then(({ connect }) => connect(userId))
  // Rendering the frame loads it again and shows the failure.
  connected.catch(() => {})
}

/**
 * Resolves when the frame's code is loaded and, usually, the workspace is open. Rendering a loading indicator for
 * a single frame would cost as much as rendering the screen.
 */
export async function signedInFrameReady(): Promise<void> {
  if (session.snapshot().isSignedIn) await Promise.all([ConnectedFrame.preload?.(), connected])
}

/** Provides the person's data to the screens below it, if somebody is signed in. */
export function SignedInLayout() {
  const { isSignedIn, userId } = useSession()
  useEffect(() => {
    if (isSignedIn) rememberSignIn()
  }, [isSignedIn])
  if (!isSignedIn || userId === null) return <Outlet />
  return (
    <Suspense fallback={<LoadingPlace text="Opening your workspace" />}>
      <ConnectedFrame key={userId} userId={userId}>
        <Outlet />
      </ConnectedFrame>
    </Suspense>
  )
}

/**
 * Renders its children only while a person is signed in. When the server or another tab ends the session, the
 * document is reloaded at the start page, so that no data stays in memory. If the server ended it, the next
 * sign-in returns here.
 */
export function SignedInOnly() {
  const { isSignedIn, forceLogin } = useSession()
  useEffect(() => {
    if (isSignedIn) return
    if (forceLogin) rememberWantedPage(location.pathname + location.search)
    location.replace('/')
  }, [isSignedIn, forceLogin])
  return isSignedIn ? <Outlet /> : null
}
