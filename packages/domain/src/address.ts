import { addressOfLink, withoutTrailingPunctuation } from './links.ts'
import { withoutEnd } from './without-end.ts'

/**
 * Returns the form in which two spellings of one address compare equal: the rule of "saved already" in the bar, in
 * forms and in imports. It omits the scheme, credentials, `www.`, default ports, closing slashes and a fragment that is
 * no route. It also omits parameters that track the reader (`utm_source`, `fbclid` …). The host is in lower case; path
 * and query keep their case, because servers distinguish it. A mailbox and a telephone number keep their scheme. Empty
 * for a text that is no address.
 */
export function addressKey(address: string): string {
  const trimmed = address.trim()
  const person = PERSON.exec(trimmed)
  if (person !== null) return person[0].toLowerCase()
  const { host, rest } = hostAndRest(trimmed)
  const [beforeFragment, fragment] = cutAt(rest, '#')
  const [path, query] = cutAt(beforeFragment, '?')
  return siteName(host) + withoutEnd(path, '/') + queryKey(query) + routeKey(fragment)
}

/** Returns the query without what only follows the reader; with its question mark, empty when nothing is left. */
function queryKey(query: string): string {
  const kept = query.split('&').filter((part) => part !== '' && !FOLLOWS_READER.test(part))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** Returns a fragment that names a page of its own, as in `#/inbox` and `#!view`; empty for a place in the page. */
function routeKey(fragment: string): string {
  const isRoute = /^[/!]/.test(fragment) || (fragment.includes('/') && !fragment.startsWith(':~:'))
  const route = isRoute ? withoutEnd(fragment, '/') : ''
  return route === '' ? '' : `#${route}`
}

/** Returns the text before a sign and the text behind it; all of it before where there is none. */
function cutAt(text: string, sign: string): readonly [before: string, behind: string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Returns the site of an address: its host without `www.` and port, lower-case; empty when there is none. */
export function siteOf(address: string): string {
  return siteName(hostAndRest(address.trim()).host).replace(/:\d{1,5}$/, '')
}

/** Returns the host of an address, and the rest after it; both are empty for a text of several words. */
function hostAndRest(address: string): { readonly host: string; readonly rest: string } {
  const found = /\s/.test(address) ? null : HOST.exec(address)
  if (found === null) return { host: '', rest: '' }
  return { host: found[1] ?? '', rest: address.slice(found[0].length) }
}

/**
 * Returns the addresses in a text, as they stand there: what begins with a scheme and a host, or with `www.`;
 * punctuation that closes a sentence around one isn't part of it. Only the first 32 are looked for.
 */
export function addressesIn(text: string): string[] {
  const found: string[] = []
  const sign = text.search(ADDRESS_SIGN)
  if (sign < 0) return found
  // No address begins more than a scheme's length before its sign; looking at each letter before takes long.
  ADDRESS_IN_TEXT.lastIndex = Math.max(0, sign - LONGEST_SCHEME)
  for (const [match] of text.matchAll(ADDRESS_IN_TEXT)) {
    found.push(withoutTrailingPunctuation(match))
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

/** Somebody rather than a page: `mailto:` without its subject, `tel:`. */
const PERSON = /^(?:mailto|tel):[^\s?]*/i
/** Parameters that advertisers and newsletters add; the page is the same without them. */
const FOLLOWS_READER =
  /^(?:utm_[a-z_]*|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|vero_id|oly_anon_id|oly_enc_id|ref_src)(?:=|$)/i
const MOST_ADDRESSES = 32
/** What looks like a scheme and is followed by a number is a host with its port. */
const HOST = /^(?:[a-z][a-z0-9+.-]{0,20}:(?!\d{1,5}(?:[/?#]|$)))?(?:\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#@]+)/i
/** Stands in every address that is found in a text. */
const ADDRESS_SIGN = /:\/\/|www\./i
const LONGEST_SCHEME = 21
const ADDRESS_IN_TEXT = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>"]+/gi

/** Returns the comparable forms of every address that a link card's content holds, or is. */
export function addressKeysOf(content: string): string[] {
  const opened = addressOfLink(content)
  const found = [content, ...addressesIn(content), ...(opened === null ? [] : [opened])]
  const keys = found.map(addressKey)
  return [...new Set(keys)].filter((key) => key !== '')
}
