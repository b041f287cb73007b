import { addressForShared } from '@cardinal/contract/share-target'
import { clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

// The files of the app, and nothing else: no answer of the API is ever kept here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

// Any page of the app, with or without a network. What the server answers itself stays with the server.
const appPage = createHandlerBoundToURL('index.html')
registerRoute(
  new NavigationRoute(async (asked) => (await newerPage(asked.request)) ?? appPage(asked), {
    denylist: [/^\/(?:api|oidc)(?:\/|$)/],
  }),
)

/** The message of the version in use to the version that waits. */
const TAKE_OVER = 'take-over'

/**
 * Fetches the page from the server, and lets the waiting version take over, when a person reloads the only open page.
 * Other open pages still need the files of this version; then, and without a network, the answer is null.
 */
async function newerPage(request: Request): Promise<Response | null> {
  const { waiting } = self.registration
  // A page that is opened, not reloaded, may have other pages open that are not counted yet.
  const isReload = request.cache !== 'default'
  if (waiting === null || !isReload) return null
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.length > 1) return null
  try {
    const page = await fetch(request)
    if (!page.ok) return null
    waiting.postMessage(TAKE_OVER)
    return page
  } catch {
    return null
  }
}

self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) self.skipWaiting()
})

/** What another app shares goes to the form for a new card, also without a network. */
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.endsWith('/share'),
  async ({ request }) => {
    const form = await request.formData()
    const field = (name: string) => String(form.get(name) ?? '')
    const address = addressForShared({ title: field('title'), text: field('text'), url: field('url') })
    return Response.redirect(address, 303)
  },
  'POST',
)
