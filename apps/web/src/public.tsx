import './app/trusted-types.ts'
import './ui/base.css'
import { hydrateRoot } from 'react-dom/client'
import { pagesOf } from './app/public-pages.ts'
import { PublicRoot } from './app/public-root.tsx'
import { forgetWantedPage } from './features/landing/wanted-page.ts'
import { completeSignIn } from './session/index.ts'
import { siteKind } from './shared/site/site-options.ts'
import { toast, UNDERSTOOD } from './ui/toaster.tsx'

/*
 * The light way in, for pages that were written out as HTML at build: it wakes the one page that is there,
 * without the router. Its links are plain ones; the app itself begins at /home. Somebody who comes back
 * from the sign-in lands here too, and is sent on.
 */
const outcome = await completeSignIn()
if (outcome.kind === 'signed-in' || outcome.kind === 'confirmed') {
  forgetWantedPage()
  location.replace(outcome.returnTo)
} else {
  delete document.documentElement.dataset.arriving
  await wakePage()
  if (outcome.kind === 'failed') toast(outcome.message, UNDERSTOOD)
}

async function wakePage(): Promise<void> {
  const place = document.getElementById('root')
  const path = location.pathname.replace(/(.)\/$/, '$1')
  const kind = await siteKind()
  const page = pagesOf(kind).find((each) => each.path === path)
  if (!place || !page) return
  const { default: Page } = await page.load()
  hydrateRoot(place, <PublicRoot page={Page} />)
}
