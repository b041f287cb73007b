import { addressForAdding, addressForShared } from '@cardinal/contract/share-target'
import { cacheNames, clientsClaim } from 'workbox-core'
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
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

/** Not in TypeScript's types yet. Rules that the browser follows without running this script. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(
    rules: readonly {
      condition: { urlPattern: string }
      source: 'network' | { cacheName: string }
    }[],
  ): Promise<void>
}

// `verifying` compares scripts and fonts at installation alone, so nothing is lost by not asking it at each use.
self.addEventListener('install', (event: RoutingInstallEvent) => {
  const routed = event.addRoutes?.([
    ...['/assets/*.js', '/assets/*.woff2'].map((urlPattern) => ({
      condition: { urlPattern },
      source: { cacheName: cacheNames.precache },
    })),
    ...['/api/*', '/oidc/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const })),
  ])
  // A browser that refuses a rule asks this script, as those without routes do.
  if (routed !== undefined) event.waitUntil(routed.catch(() => {}))
})

/** For bookmarklets and shortcuts. */
registerRoute(
  ({ url, request }) =>
    request.mode === 'navigate' && url.origin === self.location.origin && url.pathname.endsWith('/add'),
  async ({ url }) => Response.redirect(addressForAdding(url.searchParams), 303),
)

/** Sends a file of the precache. One fetched from the server is put into the precache again, because its hash is given. */
const sendFile = (url: string, asked: Omit<RouteHandlerCallbackOptions, 'params'>) =>
  createHandlerBoundToURL(url)({
    ...asked,
    params: { integrity: files.find((file) => file.url === url)?.integrity ?? '' },
  })

/** ms between a page and the search for missing files: a start needs the disk and the network first. */
const REFILL_AFTER_MS = 5_000

/** The browser fetches files that are missing, but does not put them into the precache. */
async function refill(event: ExtendableEvent): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REFILL_AFTER_MS))
  const cache = await caches.open(cacheNames.precache)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  for (const { url } of files)
    if (!kept.has(getCacheKeyForURL(url) ?? ''))
      await sendFile(url, { event, request: new Request(url), url: new URL(url, self.location.href) })
}

// Any page of the app, online or offline. Paths that the server answers itself are excluded.
registerRoute(
  new NavigationRoute(
    (asked) => {
      // Offline, the next page tries again.
      asked.event.waitUntil(refill(asked.event).catch(() => {}))
      return sendFile('index.html', asked)
    },
    { denylist: [/^\/(?:api|oidc)(?:\/|$)/] },
  ),
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
