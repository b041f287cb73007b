import { addressOfLink } from '@cardinal/domain'

/** An address found in a card's text, safe to open. */
export interface Address {
  readonly href: string
  /** What a person recognises it by: the host without www, or the mailbox, or the number. */
  readonly host: string
  /** Text around the address, squeezed; empty when the card is nothing but the address. */
  readonly rest: string
}

/**
 * Returns the first safe address in a text. Only http, https, mailto, tel and ftp become links (CD-10); a bare `www.`
 * or host with a path gets https. Anything else stays text.
 */
export function findAddress(text: string): Address | null {
  const written = addressOfLink(text)
  if (written === null) return null
  const address = /^[a-z]+:/i.test(written) ? written : `https://${written}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const start = text.indexOf(written)
  const rest = `${text.slice(0, start)} ${text.slice(start + written.length)}`
  return { href: url.href, host: hostOf(url), rest: rest.replace(/\s+/g, ' ').trim() }
}

function hostOf(url: URL): string {
  return url.host === '' ? url.pathname : url.host.replace(/^www\./, '')
}
