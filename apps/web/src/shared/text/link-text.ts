import { addressOfLink } from '@cardinal/domain'
import { findAddress } from './address.ts'

/** What the row of a link shows of its text. */
export interface LinkText {
  /** Safe to open. */
  readonly href: string
  readonly host: string
  /** The first line of the text around the address; the address without its scheme where there is none. */
  readonly title: string
  /** The lines behind the title, joined; empty where there are none. */
  readonly description: string
}

/** Reads a link's text; null where no address in it is safe to open. */
export function linkText(content: string): LinkText | null {
  const address = findAddress(content)
  const written = addressOfLink(content)
  if (address === null || written === null) return null
  const lines = content
    .replace(written, ' ')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
  const [title = withoutScheme(written), ...rest] = lines
  return { href: address.href, host: address.host, title, description: rest.join(' ') }
}

/** A hue in degrees that belongs to a site's name. */
export function siteHue(host: string): number {
  let hash = 0
  for (let i = 0; i < host.length; i++) hash = (Math.imul(hash, 31) + host.charCodeAt(i)) | 0
  // Steps of the golden angle: names that differ by little differ in colour.
  return Math.round((Math.abs(hash) * 137.508) % 360)
}

function withoutScheme(address: string): string {
  return address.replace(/^(?:https?|ftp):\/\/(?:www\.)?/i, '').replace(/\/$/, '')
}
