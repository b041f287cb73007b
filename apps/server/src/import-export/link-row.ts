import { type CardType, completeAddress, isAddress, squeeze, unsafeAddress } from '@cardinal/domain'
import { type Found, plainCard } from './found.ts'

export interface LinkParts {
  readonly address: string
  readonly title: string
  readonly description: string
}

/**
 * A link's card, with title, address and description on lines of their own; or why there is none. If the address
 * can't be opened, it is only in the text.
 */
export function linkRow(parts: LinkParts): Found {
  const address = completeAddress(parts.address)
  const reason = whyNot(address)
  if (reason !== null) return { reason }
  const title = squeeze(parts.title)
  const description = withLineFeeds(parts.description)
    .replace(/[^\S\n]+/g, ' ')
    .trim()
  const around = (text: string) => (text === address ? '' : text)
  const content = joined(around(title), address, description)
  const cardWith = (text: string) => {
    // A part of the card's text needs no memory of its own. A part of the file would keep the whole file in memory.
    const at = text.indexOf(address)
    const own = text.slice(at, at + address.length)
    const said = isAddress(own) ? { address: own } : { address: null, brokenAddress: own }
    return { card: { ...plainCard('link', text), ...said } }
  }
  if (unsafeAddress(content) === null) return cardWith(content)
  const neutralized = joined(neutralize(title), address, neutralize(description))
  return cardWith(unsafeAddress(neutralized) === null ? neutralized : address)
}

/** A link if there is an address, else a card of `type` with the same texts; or why there is none. */
export function linkOrText(parts: LinkParts, type: CardType, whyNone: string): Found {
  if (parts.address !== '') return linkRow(parts)
  const content = joinedTexts([parts.title, parts.description], '\n\n')
  return content === '' ? { reason: whyNone } : { card: plainCard(type, content) }
}

export const NO_WORDS = 'There is neither a title nor a text in this note.'

/** Title above the text, unless the text already begins with it. */
export function textBelow(title: string, below: string): string {
  const text = withLineFeeds(below)
  const [first = ''] = text.trimStart().split('\n', 1)
  if (title.trim() === '' || squeeze(first) === squeeze(title)) return text
  return `${title.trim()}\n\n${text}`.trim()
}

/** Joins the texts that are not empty. */
export function joinedTexts(texts: readonly string[], between: string): string {
  return withLineFeeds(texts.filter((text) => text !== '').join(between))
}

/** Our own exports keep line breaks of Windows and of old Macs; files of other programs have them by chance. */
function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

function whyNot(address: string): string | null {
  if (address === '') return 'There is no address in this row.'
  if (unsafeAddress(address) !== null)
    return 'This address was left out, because a browser would run it as a program.'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined)
    return 'This address is not complete: it does not begin with https:// or the like.'
  return KEPT_SCHEMES.has(scheme) ? null : `Addresses that begin with "${scheme}:" cannot be kept.`
}

const KEPT_SCHEMES = new Set(['http', 'https', 'ftp', 'mailto', 'tel'])

/** Inserts a space after a scheme's colon, so that "data:URIs explained" in a title is not taken for an address. */
function neutralize(text: string): string {
  return text.replace(/(javascript|vbscript|data)\s*:\s*/gi, '$1: ')
}

function joined(title: string, address: string, description: string): string {
  const head = title === '' ? address : `${title}\n${address}`
  return description === '' ? head : `${head}\n\n${description}`
}
