import type { WorkboxPlugin } from 'workbox-core/types.js'
import type { PrecacheEntry } from 'workbox-precaching'

/**
 * Compared at each use: without these a page cannot mend itself, or, for styles, know that it must.
 * All scripts would cost milliseconds of every start.
 */
const ALWAYS = /^(?:index\.html|boot\.js|start-watch\.js|.*\.css)$/

/**
 * Treats a file in the precache as missing when it is not what the build made. A worker that is installed compares all
 * that it takes over. A missing file comes from the browser's own cache, where the page that registers the worker has
 * just put it; where that is another content, from the server, and the browser compares it.
 */
export function verifying(files: readonly PrecacheEntry[]): WorkboxPlugin {
  const integrities = new Map(files.map(({ url, integrity }) => [url, integrity]))
  const integrityFor = ({ url }: Request) => integrities.get(pathOf(url))
  return {
    requestWillFetch: async ({ request }) =>
      integrityFor(request) === undefined
        ? request
        : // Of any age, because it is compared afterwards. With a hash the browser would refuse it, without a second try.
          new Request(request, { cache: 'force-cache', integrity: '' }),
    async fetchDidSucceed({ request, response }) {
      const integrity = integrityFor(request)
      if (integrity === undefined || (await integrityOf(response.clone())) === integrity) return response
      const isCompared = request.mode !== 'no-cors' // The browser takes no hash with the others.
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

/** Returns the hash of a body as a build writes it; null: the body is cut. */
async function integrityOf(response: Response): Promise<string | null> {
  try {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
    return `sha256-${btoa(String.fromCharCode(...digest))}`
  } catch {
    return null
  }
}
