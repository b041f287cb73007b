/**
 * The server's address, without the path of a page and without a trailing slash. Null: no address. The scheme
 * defaults to https, and to http for this machine.
 */
export function serverAddress(text: string): string | null {
  const trimmed = text.trim()
  const hasScheme = /^https?:\/\//i.test(trimmed)
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(trimmed)
  try {
    const { protocol, host, pathname, username } = new URL(
      hasScheme ? trimmed : `${isHere ? 'http' : 'https'}://${trimmed}`,
    )
    if (!hasScheme && (/\s/.test(trimmed) || trimmed === '')) return null
    if (!/^https?:$/.test(protocol) || host === '' || username !== '') return null
    return `${protocol}//${host}${pathname.replace(/\/(?:home|settings|extension|docs)?\/?$/, '')}`
  } catch {
    return null
  }
}

/** The match pattern for host permissions; browsers ignore ports in them. */
export function originPattern(server: string): string {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}
