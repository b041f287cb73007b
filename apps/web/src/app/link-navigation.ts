/** The part of the router that handles links. Pages use plain links. */
interface Navigator {
  readonly history: { push(href: string): void }
}

/**
 * Makes plain links within the app change the screen without loading the document again. The browser handles
 * links that leave the app, open in another tab, or download a file.
 *
 * @returns the function that removes the listener
 */
export function navigateByLinks(router: Navigator): () => void {
  const onClick = (event: MouseEvent) => {
    const href = internalTarget(event)
    if (href === null) return
    event.preventDefault()
    router.history.push(href)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}

function internalTarget(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download')) return null
  const url = new URL(link.href, location.href)
  if (url.origin !== location.origin || /^\/(api|oidc)\//.test(url.pathname)) return null
  const isSamePage = url.pathname === location.pathname && url.search === location.search
  if (isSamePage && url.hash !== '') return null
  return url.pathname + url.search + url.hash
}
