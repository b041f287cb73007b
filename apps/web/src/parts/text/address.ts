/** An address found in a card's text, safe to open. */
export interface Address {
  readonly href: string
  /** What a person recognises it by: the host without www, or the mailbox, or the number. */
  readonly host: string
  /** Text around the address, squeezed; empty when the card is nothing but the address. */
  readonly rest: string
}

/**
 * The first safe address in a text. Only http, https, mailto, tel and ftp become links (CD-10); a bare
 * `www.` or host with a path gets https. Anything else stays text.
 */
export function findAddress(text: string): Address | null {
  const found = WRITTEN_OUT.exec(text) ?? BARE.exec(text)
  if (found === null) return null
  const written = found[0].replace(TRAILING_PUNCTUATION, '')
  const href = parse(/^[a-z]+:/i.test(written) ? written : `https://${written}`)
  if (href === null) return null
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + written.length)}`
  return { href: href.href, host: hostOf(href), rest: rest.replace(/\s+/g, ' ').trim() }
}

function parse(address: string): URL | null {
  const url = URL.canParse(address) ? new URL(address) : null
  return url !== null && SAFE_SCHEMES.has(url.protocol) ? url : null
}

function hostOf(url: URL): string {
  return url.host === '' ? url.pathname : url.host.replace(/^www\./, '')
}

const SAFE_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:'])
const WRITTEN_OUT = /\b(?:(?:https?|ftp):\/\/|mailto:|tel:)[^\s<>"]+/i
const BARE = /\b(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#][^\s<>"]*)?(?![^\s<>"),.;!?])/i
const TRAILING_PUNCTUATION = /[),.;!?\]]+$/
