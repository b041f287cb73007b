import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSession } from '../session/index.ts'
import { LoadingPlace } from '../ui/index.ts'

/** In a chunk of its own, so that visitors never load the replica. */
const ConnectedFrame = lazy(() => import('./connected-frame.tsx'))

/** Screens below see the person's data when somebody is signed in, and nothing of it otherwise. */
export function SignedInLayout() {
  const { isSignedIn, userId } = useSession()
  if (!isSignedIn || userId === null) return <Outlet />
  return (
    <Suspense fallback={<LoadingPlace text="Opening your workspace" />}>
      <ConnectedFrame key={userId} userId={userId}>
        <Outlet />
      </ConnectedFrame>
    </Suspense>
  )
}
