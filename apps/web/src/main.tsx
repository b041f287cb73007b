import './app/trusted-types.ts'
import './ui/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { navigateByLinks } from './app/link-navigation.ts'
import { pageTitle } from './app/page-title.ts'
import { router } from './app/router.tsx'
import { connectEarly, signedInFrameReady } from './app/signed-in-layout.tsx'
import { forgetWantedPage } from './features/landing/wanted-page.ts'
import { watchInstallPrompt } from './service-worker/index.ts'
import { completeSignIn } from './session/index.ts'
import { Toaster, toast, UNDERSTOOD } from './ui/toaster.tsx'

// The page had no content before, so boot.js has nothing to record.
dispatchEvent(new Event('page-awake'))
connectEarly()
watchInstallPrompt()
start()

async function start(): Promise<void> {
  const place = document.getElementById('root')
  if (!place) throw new Error('The page has no #root to draw into.')
  const outcome = await completeSignIn()
  delete document.documentElement.dataset.arriving
  navigateByLinks(router)
  router.subscribe('onResolved', () => {
    document.title = pageTitle(router.state.matches.at(-1)?.staticData.title)
  })
  if (outcome.kind === 'signed-in' || outcome.kind === 'confirmed') {
    forgetWantedPage()
    router.history.replace(outcome.returnTo)
  }
  // React shows a loading indicator for at least 0.3 s, so the first render waits for the first screen's code. A
  // failure is ignored here, because rendering the screen loads the code again and shows the failure.
  await Promise.allSettled([router.load(), signedInFrameReady()])
  const root = createRoot(place)
  startTransition(() =>
    root.render(
      <>
        <RouterProvider router={router} />
        <Toaster />
      </>,
    ),
  )

  if (outcome.kind === 'failed') toast(outcome.message, UNDERSTOOD)
}
