import { addressForAdding, addressForShared } from '@cardinal/contract/share-target'
import { clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { openReminded, showReminder } from './reminders.ts'
import { putSharedFiles } from './shared-files.ts'
import { verifying } from './verify.ts'

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (PrecacheEntry | string)[] }

// Only files of the app: answers of the API are never cached here.
const files = self.__WB_MANIFEST.filter((file) => typeof file !== 'string')
addPlugins([verifying(files)])
precacheAndRoute(files)
cleanupOutdatedCaches()
clientsClaim()

/** For bookmarklets and shortcuts. */
registerRoute(
  ({ url, request }) =>
    request.mode === 'navigate' && url.origin === self.location.origin && url.pathname.endsWith('/add'),
  async ({ url }) => Response.redirect(addressForAdding(url.searchParams), 303),
)

// Any page of the app, online or offline. Paths that the server answers itself are excluded.
const PAGE = 'index.html'
const sendPage = createHandlerBoundToURL(PAGE)
// With its hash, a page fetched from the server is put into the precache again.
const params = { integrity: files.find(({ url }) => url === PAGE)?.integrity }
registerRoute(
  new NavigationRoute((asked) => sendPage({ ...asked, params }), {
    denylist: [/^\/(?:api|oidc)(?:\/|$)/],
  }),
)

/** Texts and files shared by other apps go to the form for a new card, even offline. */
registerRoute(
  ({ url }) => url.origin === self.location.origin && url.pathname.endsWith('/share'),
  async ({ request }) => {
    const form = await request.formData()
    const field = (name: string) => String(form.get(name) ?? '')
    const shared = { title: field('title'), text: field('text'), url: field('url') }
    const files = form.getAll('files').filter((each) => each instanceof File)
    if (files.length > 0) await putSharedFiles(files)
    const address = addressForShared(shared, '', files.length > 0)
    return Response.redirect(address, 303)
  },
  'POST',
)

self.addEventListener('push', (event) => {
  event.waitUntil(showReminder(self, readData(event.data)))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openReminded(self, event.notification.data?.cardId))
})

function readData(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return null
  }
}
