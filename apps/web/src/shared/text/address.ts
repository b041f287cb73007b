import { addressOfLink, type Card, withoutAddress } from '@cardinal/domain'

/** An address of a card that is safe to open. */
interface Address {
  readonly href: string
  /** The part that a person recognises: the host without www, the mailbox, or the number. */
  readonly host: string
  /** The text without the address, with single spaces. Empty: there is none. */
  readonly rest: string
}

/** The address of a link, or the first safe one in the text of another card. */
export function addressOfCard({ type, content, address }: Linked): Address | null {
  return findAddress(content, type === 'link' ? address : addressOfLink(content))
}

type Linked = Pick<Card, 'type' | 'content' | 'address'>

/**
 * Only http, https, mailto, tel and ftp become links (CD-10). A bare `www.` or host with a path gets https.
 *
 * @param written absent: the first safe address in the text
 */
export function findAddress(text: string, written = addressOfLink(text)): Address | null {
  if (written === null) return null
  const address = /^[a-z]+:/i.test(written) ? written : `https://${written}`
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const { above, behind } = withoutAddress(text, written)
  return { href: url.href, host: hostOf(url), rest: `${above} ${behind}`.replace(/\s+/g, ' ').trim() }
}

function hostOf(url: URL): string {
  return url.host === '' ? url.pathname : url.host.replace(/^www\./, '')
}

/** The parts of a link's text that its row shows. */
export interface LinkText {
  /** Safe to open. */
  readonly href: string
  readonly host: string
  /** The first line without the address, or the page's title, or the address without its scheme. */
  readonly title: string
  /** The lines after the title, joined, or the page's description. May be empty. */
  readonly description: string
}

/** Parses a link's text, with the page's data for missing parts. Null: it has no address that can be opened. */
export function linkText({ content, address: written, page }: Card): LinkText | null {
  const address = findAddress(content, written)
  if (address === null || written === null) return null
  const { above, behind } = withoutAddress(content, written)
  const lines = `${above} ${behind}`
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const [title = page?.title || withoutScheme(written), ...rest] = lines
  const description = rest.join(' ') || page?.description || ''
  return { href: address.href, host: address.host, title, description }
}

/** A hue in degrees, derived from a site's host. */
export function siteHue(host: string): number {
  let hash = 0
  for (let i = 0; i < host.length; i++) hash = (Math.imul(hash, 31) + host.charCodeAt(i)) | 0
  // Multiples of the golden angle, so that similar names get different colours.
  return Math.round((Math.abs(hash) * 137.508) % 360)
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?|ftp):\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}

/** The address of a page's picture with this name. */
export function pictureAddress(name: string): string {
  return `${import.meta.env.BASE_URL}api/pictures/${name}.webp`
}
