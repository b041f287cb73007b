/**
 * A web address in the form in which two spellings of it compare equal: without scheme, credentials,
 * `www.`, default port, fragment and closing slashes, the host in lower case. Path and query keep their
 * case, as servers tell it apart. Empty for a text that is no address.
 */
export function addressKey(address: string): string {
  const [, host = '', rest = ''] = ADDRESS.exec(address.trim()) ?? []
  const [beforeFragment = ''] = rest.split('#', 1)
  const [path = ''] = beforeFragment.split('?', 1)
  return siteName(host) + withoutEnd(path, '/') + beforeFragment.slice(path.length)
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
  const sign = text.search(ADDRESS_SIGN)
  if (sign < 0) return found
  // No address begins more than a scheme's length before its sign; looking at each letter before takes long.
  ADDRESS_IN_TEXT.lastIndex = Math.max(0, sign - LONGEST_SCHEME)
  for (const [match] of text.matchAll(ADDRESS_IN_TEXT)) {
    found.push(withoutEnd(match, CLOSING))
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

/** The text without the characters at its end that are among these; a pattern would look at each run anew. */
function withoutEnd(text: string, among: string): string {
  let end = text.length
  while (end > 0 && among.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

const CLOSING = '.,;:!?\'")]}>'
const MOST_ADDRESSES = 32
/** What looks like a scheme and is followed by a number is a host with its port. */
const ADDRESS =
  /^(?:[a-z][a-z0-9+.-]{0,20}:(?!\d{1,5}(?:[/?#]|$)))?(?:\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#@]+)(\S*)$/i
/** Stands in every address that is found in a text. */
const ADDRESS_SIGN = /:\/\/|www\./i
const LONGEST_SCHEME = 21
const ADDRESS_IN_TEXT = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>"]+/gi

/** The comparable forms of every address that a link card's content holds, or is. */
export function addressKeysOf(content: string): string[] {
  const keys = [content, ...addressesIn(content)].map(addressKey)
  return [...new Set(keys)].filter((key) => key !== '')
}
