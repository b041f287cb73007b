/**
 * A web address in the form in which two spellings of it compare equal: without scheme, credentials,
 * `www.`, default port, fragment and closing slashes, the host in lower case. Path and query keep their
 * case, as servers tell it apart. Empty for a text that is no address.
 */
export function addressKey(address: string): string {
  const [, host = '', rest = ''] = ADDRESS.exec(address.trim()) ?? []
  if (host === '') return ''
  const path = rest.replace(/#.*$/s, '').replace(/\/+$/, '').replace(/\/+\?/, '?')
  return siteName(host) + path
}

/** The site of an address: its host without `www.` and port, lower-case; empty when there is none. */
export function siteOf(address: string): string {
  const [, host = ''] = ADDRESS.exec(address.trim()) ?? []
  return siteName(host).replace(/:\d+$/, '')
}

/**
 * The addresses in a text, as they stand there: what begins with a scheme and a host, or with `www.`;
 * punctuation that closes a sentence around one isn't part of it. Only the first 32 are looked for.
 */
export function addressesIn(text: string): string[] {
  const found: string[] = []
  for (const [match] of text.matchAll(ADDRESS_IN_TEXT)) {
    found.push(match.replace(/[.,;:!?'")\]}>]+$/, ''))
    if (found.length === MOST_ADDRESSES) break
  }
  return found
}

function siteName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/:(?:80|443)$/, '')
}

const MOST_ADDRESSES = 32
const ADDRESS = /^(?:[a-z][a-z0-9+.-]{0,20}:)?(?:\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#@]+)(\S*)$/i
const ADDRESS_IN_TEXT = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>"]+/gi

/** The comparable forms of every address that a link card's content holds, or is. */
export function addressKeysOf(content: string): string[] {
  const keys = [content, ...addressesIn(content)].map(addressKey)
  return [...new Set(keys)].filter((key) => key !== '')
}
