import type { WorkboxPlugin } from 'workbox-core/types.js'
import type { PrecacheEntry } from 'workbox-precaching'

/**
 * Compared at each use: without these a page cannot mend itself, or, for styles, know that it must.
 * All scripts would cost milliseconds of every start.
 */
const ALWAYS = /^(?:index\.html|boot\.js|start-watch\.js|.*\.css)$/

/**
 * Treats a file in the precache as missing when it is not what the build made. A worker that is installed compares all
 * that it takes over. What is fetched comes past the browser's own cache, and the browser compares it.
 */
export function verifying(files: readonly PrecacheEntry[]): WorkboxPlugin {
  const integrities = new Map(files.map(({ url, integrity }) => [url, integrity]))
  return {
    requestWillFetch: async ({ request }) => new Request(request, { cache: 'reload' }),
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      const path = new URL(request.url).pathname.slice(1)
      const isDue = event?.type === 'install' || ALWAYS.test(path)
      if (cachedResponse === undefined || !isDue) return cachedResponse
      const isWhole = (await integrityOf(cachedResponse.clone())) === integrities.get(path)
      return isWhole ? cachedResponse : null
    },
  }
}

async function integrityOf(response: Response): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}
