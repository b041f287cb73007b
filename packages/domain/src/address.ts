import { addressOf, type Card } from './card.ts'
import { withoutTrailingPunctuation } from './links.ts'
import { unique, withoutEnd } from './lists.ts'

/**
 * Normal form of an address; two spellings of one address have the same. Decides "saved already" in the bar, forms and
 * imports. Omits the scheme, credentials, `www.`, default ports, closing slashes, a fragment that is no route, and tracking
 * parameters (`utm_source`, `fbclid` …). The host is lower-cased; path and query keep their case, because servers
 * distinguish it. `mailto:` and `tel:` are kept. Empty for a text that is no address.
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

/** The query without tracking parameters, with its question mark; empty when no parameter is left. */
function queryKey(query: string): string {
  const kept = query.split('&').filter((part) => part !== '' && !FOLLOWS_READER.test(part))
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}

/** A fragment that works as a path, as in `#/inbox` and `#!view`; empty for a position in the page. */
function routeKey(fragment: string): string {
  const isRoute = /^[/!]/.test(fragment) || (fragment.includes('/') && !fragment.startsWith(':~:'))
  const route = isRoute ? withoutEnd(fragment, '/') : ''
  return route === '' ? '' : `#${route}`
}

/** Cuts at the first `sign`. Without one, all of the text is `before`. */
function cutAt(text: string, sign: string): readonly [before: string, behind: string] {
  const at = text.indexOf(sign)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** The host of an address without `www.` and port, lower-case; empty when there is none. */
export function siteOf(address: string): string {
  return siteName(hostAndRest(address.trim()).host).replace(/:\d{1,5}$/, '')
}

/** The host, and the text after it. Both are empty for a text with white space. */
function hostAndRest(address: string): { readonly host: string; readonly rest: string } {
  const found = /\s/.test(address) ? null : HOST.exec(address)
  if (found === null) return { host: '', rest: '' }
  return { host: found[1] ?? '', rest: address.slice(found[0].length) }
}

/**
 * Addresses in a text, as written, that begin with `www.`, or with a scheme and a host. Punctuation that ends the
 * sentence is no part of them. At most the first 32.
 */
export function addressesIn(text: string): string[] {
  const found: string[] = []
  const sign = text.search(ADDRESS_SIGN)
  if (sign < 0) return found
  // Search from a scheme's length before `://` or `www.`: trying every earlier letter would be slow.
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

/** `mailto:` without its subject, or `tel:`. */
const PERSON = /^(?:mailto|tel):[^\s?]*/i
/** Tracking parameters: the page is the same without them. */
const FOLLOWS_READER =
  /^(?:utm_[a-z_]*|fbclid|gclid|gclsrc|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|igshid|igsh|li_fat_id|mc_cid|mc_eid|mkt_tok|_ga|_gl|_hsenc|_hsmi|vero_id|oly_anon_id|oly_enc_id|ref_src)(?:=|$)/i
const MOST_ADDRESSES = 32
/** `localhost:8080` is a host with its port: digits after the colon make no scheme. */
const HOST = /^(?:[a-z][a-z0-9+.-]{0,20}:(?!\d{1,5}(?:[/?#]|$)))?(?:\/\/)?(?:[^\s/?#@]{0,200}@)?([^\s/?#@]+)/i
/** Every address in a text contains one of these. */
const ADDRESS_SIGN = /:\/\/|www\./i
const LONGEST_SCHEME = 21
const ADDRESS_IN_TEXT = /(?:\b[a-z][a-z0-9+.-]{0,20}:\/\/|\bwww\.)[^\s<>"]+/gi

/**
 * Normal form of a link's address, or of its content if it has no address. Null for todos, notes and links
 * without text.
 */
export function addressKeyOf(card: Pick<Card, 'type' | 'content' | 'address'>): string | null {
  if (card.type !== 'link') return null
  const key = addressKey(card.address ?? card.content)
  return key === '' ? null : key
}

/** The site of a link's address. For todos and notes: the sites of all addresses in the text, each once. */
export function sitesOf(card: Pick<Card, 'type' | 'content' | 'address'>): string[] {
  const address = addressOf(card)
  if (address === null) return sitesIn(card.content)
  const site = PERSON.test(address) ? '' : siteOf(address)
  return site === '' ? [] : [site]
}

/** The sites of the addresses in a text, each once. */
export function sitesIn(text: string): string[] {
  return unique(addressesIn(text).map(siteOf)).filter((site) => site !== '')
}
