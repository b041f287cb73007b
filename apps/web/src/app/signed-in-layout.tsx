import { lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { rememberWantedPage } from '../features/landing/wanted-page.ts'
import { startThread } from '../replica/thread.ts'
import { session, useSession } from '../session/index.ts'
import { rememberSignIn } from '../shared/device/known-browser.ts'
import { LoadingPlace } from '../ui/loading.tsx'

/** A separate chunk, so that visitors never load the replica. */
const load = () => import('./connected-frame.tsx')
const ConnectedFrame = lazyRouteComponent(load)

let connected: Promise<void> | null = null

/**
 * Starts opening the person's data while the screen's code loads. Not after a return from the sign-in, which may sign
 * in another person.
 */
export function connectEarly(): void {
  const { isSignedIn, userId } = session.snapshot()
  if (!isSignedIn || userId === null || location.search.includes('sign_in_code=')) return
  startThread(userId)
  connected = load().then(({ connect }) => connect(userId))
  // A failure shows where the frame is drawn, which loads it again.
  connected.catch(() => {})
}

/**
 * Resolves when the frame of every signed-in screen can be drawn without waiting for its code, nor, as a rule,
 * for the workspace to open: a sign of loading that is gone in the next frame costs as much as a screen.
 */
export async function signedInFrameReady(): Promise<void> {
  if (session.snapshot().isSignedIn) await Promise.all([ConnectedFrame.preload?.(), connected])
}

/** Screens below see the person's data when somebody is signed in, and nothing of it otherwise. */
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
 * What only who is signed in sees. When the session ends, by the server or in another tab, the start page takes its
 * place, loaded anew so that nothing of the person is left; whom the server signed out comes back here.
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
