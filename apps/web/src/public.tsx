import './app/trusted-types.ts'
import './ui/base.css'
import { hydrateRoot } from 'react-dom/client'
import { pagesOf } from './app/public-pages.ts'
import { PublicRoot } from './app/public-root.tsx'
import { forgetWantedPage } from './features/landing/wanted-page.ts'
import { completeSignIn } from './session/index.ts'
import { siteKind } from './shared/site/site-options.ts'
import { toast, UNDERSTOOD } from './ui/toaster.tsx'

/* Entry of prerendered pages. Hydrates one page, without the router. Links in the page are plain links; the app
   starts at /home. A return from the sign-in also arrives here, and is redirected. */
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
  // Not from the address: `/` may show the page of another path.
  const path = place?.dataset.page
  const page = pagesOf(await siteKind()).find((each) => each.path === path)
  if (!place || !page) return
  const { default: Page } = await page.load()
  hydrateRoot(place, <PublicRoot page={Page} />)
}
