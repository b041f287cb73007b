import { addressOfLink, type Page } from '@cardinal/domain'

/** An address found in a card's text, safe to open. */
interface Address {
  readonly href: string
  /** What a person recognises: the host without www, the mailbox, or the number. */
  readonly host: string
  /** The text around the address, squeezed; empty if there is none. */
  readonly rest: string
}

/**
 * The first safe address in a text. Only http, https, mailto, tel and ftp become links (CD-10); a bare `www.` or host with a
 * path gets https.
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

/** What the row of a link shows of its text. */
export interface LinkText {
  /** Safe to open. */
  readonly href: string
  readonly host: string
  /** The first line around the address, or the page's title, or the address without its scheme. */
  readonly title: string
  /** The lines after the title, joined, or the page's description; may be empty. */
  readonly description: string
}

/** Parses a link's text, with the page's data for missing parts; null: no safe address in it. */
export function linkText(content: string, page?: Page): LinkText | null {
  const address = findAddress(content)
  const written = addressOfLink(content)
  if (address === null || written === null) return null
  const lines = content
    .replace(written, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const [title = page?.title || withoutScheme(written), ...rest] = lines
  const description = rest.join(' ') || page?.description || ''
  return { href: address.href, host: address.host, title, description }
}

/** A hue in degrees, derived from a site's name. */
export function siteHue(host: string): number {
  let hash = 0
  for (let i = 0; i < host.length; i++) hash = (Math.imul(hash, 31) + host.charCodeAt(i)) | 0
  // Multiples of the golden angle: similar names get different colours.
  return Math.round((Math.abs(hash) * 137.508) % 360)
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?|ftp):\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

/** Returns the address of a page's picture, by its name. */
export function pictureAddress(name: string): string {
  return `${import.meta.env.BASE_URL}api/pictures/${name}.webp`
}
