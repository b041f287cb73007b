/**
 * Returns the server that a person means: its address without a path of the product and without a slash at the end;
 * null for what is no address. Without a scheme it is taken for https, and for http on this machine.
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

/** Returns the match pattern of a server; browsers' patterns know no port. */
export function originPattern(server: string): string {
  const { protocol, hostname } = new URL(server)
  return `${protocol}//${hostname}/*`
}
