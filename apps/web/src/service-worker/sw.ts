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

// Only files of the app. Answers of the API are never cached here.
const files = self.__WB_MANIFEST.filter((file) => typeof file !== 'string')
addPlugins([verifying(files)])
precacheAndRoute(files)
cleanupOutdatedCaches()
clientsClaim()

/** Static routes, which the browser follows without running this script. Missing in TypeScript's types. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(
    rules: readonly {
      condition: { urlPattern: string }
      source: 'network' | { cacheName: string }
    }[],
  ): Promise<void>
}

// `verifying` checks scripts and fonts only at installation, so skipping it here loses nothing.
self.addEventListener('install', (event: RoutingInstallEvent) => {
  const routed = event.addRoutes?.([
    ...['/assets/*.js', '/assets/*.woff2'].map((urlPattern) => ({
      condition: { urlPattern },
      source: { cacheName: cacheNames.precache },
    })),
    ...['/api/*', '/oidc/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' as const })),
  ])
  // A browser that refuses a route asks this script instead.
  if (routed !== undefined) event.waitUntil(routed.catch(() => {}))
})

/** Answers bookmarklets and shortcuts. */
registerRoute(
  ({ url, request }) =>
    request.mode === 'navigate' && url.origin === self.location.origin && url.pathname.endsWith('/add'),
  async ({ url }) => Response.redirect(addressForAdding(url.searchParams), 303),
)

/**
 * Answers with a precached file. If it had to be fetched from the server, it is precached again; its hash is
 * checked.
 */
const sendFile = (url: string, asked: Omit<RouteHandlerCallbackOptions, 'params'>) =>
  createHandlerBoundToURL(url)({
    ...asked,
    params: { integrity: files.find((file) => file.url === url)?.integrity ?? '' },
  })

/** ms from opening a page until missing files are searched: a start needs the disk and the network first. */
const REFILL_AFTER_MS = 5_000

/** Precaches missing files again. The browser's static routes fetch them, but don't precache them. */
async function refill(event: ExtendableEvent): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, REFILL_AFTER_MS))
  const cache = await caches.open(cacheNames.precache)
  const kept = new Set((await cache.keys()).map(({ url }) => url))
  for (const { url } of files)
    if (!kept.has(getCacheKeyForURL(url) ?? ''))
      await sendFile(url, { event, request: new Request(url), url: new URL(url, self.location.href) })
}

// Any page of the app, online or offline. Paths that only the server answers are excluded.
registerRoute(
  new NavigationRoute(
    (asked) => {
      // Offline: the next page tries again.
      asked.event.waitUntil(refill(asked.event).catch(() => {}))
      return sendFile('index.html', asked)
    },
    { denylist: [/^\/(?:api|oidc)(?:\/|$)/] },
  ),
)

/** Passes texts and files that other apps share to the form for a new card, even offline. */
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
