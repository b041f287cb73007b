import type { WorkboxPlugin } from 'workbox-core/types.js'
import type { PrecacheEntry } from 'workbox-precaching'

/**
 * Verified at each use. If one of these is damaged, a page could not repair itself or notice the damage.
 * Verifying all scripts would take ms at every start.
 */
const ALWAYS = /^(?:index\.html|boot\.js|start-watch\.js|.*\.css)$/

/**
 * Treats a precached file that differs from the build as missing. An installing worker verifies all files that it
 * takes over. A missing file is read from the browser's HTTP cache, where the registering page has just put it.
 * If that differs too, it is fetched from the server, and the browser verifies it.
 */
export function verifying(files: readonly PrecacheEntry[]): WorkboxPlugin {
  const integrities = new Map(files.map(({ url, integrity }) => [url, integrity]))
  const integrityFor = ({ url }: Request) => integrities.get(pathOf(url))
  return {
    requestWillFetch: async ({ request }) =>
      integrityFor(request) === undefined
        ? request
        : // The HTTP cache may answer, because the file is verified afterwards. With `integrity` the browser would refuse a
          // wrong file, without a second try.
          new Request(request, { cache: 'force-cache', integrity: '' }),
    async fetchDidSucceed({ request, response }) {
      const integrity = integrityFor(request)
      if (integrity === undefined || (await integrityOf(response.clone())) === integrity) return response
      const isCompared = request.mode !== 'no-cors' // Browsers accept `integrity` only in CORS mode.
      return fetch(new Request(request, { cache: 'reload', ...(isCompared && { integrity }) }))
    },
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      const isDue = event?.type === 'install' || ALWAYS.test(pathOf(request.url))
      if (cachedResponse === undefined || !isDue) return cachedResponse
      return (await integrityOf(cachedResponse.clone())) === integrityFor(request) ? cachedResponse : null
    },
  }
}

const pathOf = (url: string) => new URL(url).pathname.slice(1)

/** Hash of a body in the format of the build; null: the body is cut off. */
async function integrityOf(response: Response): Promise<string | null> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
    return `sha256-${btoa(String.fromCharCode(...digest))}`
  } catch {
    return null
  }
}
