import { addressOfLink, completeAddress, isAddress, LIMITS } from '@cardinal/domain'

/** What another app shared: the fields of the manifest's share target. */
export interface Shared {
  readonly title: string
  readonly text: string
  readonly url: string
}

/**
 * Most UTF-16 units of text in the address: twice a card's limit, so that the form can report a text that is
 * too long.
 */
const MOST_SHARED = 2 * LIMITS.contentLength

/** Most UTF-16 units of comma-separated tag names. */
const MOST_TAGS = 1_000

/**
 * Address of the form filled with the shared text. The text is in the address, so that it survives restarts
 * and works offline. The service worker redirects to it, or the server if no service worker is installed.
 *
 * @param hasFiles whether the form attaches the files that the service worker stored
 */
export function addressForShared(shared: Shared, tags = '', hasFiles = false): string {
  const address = linkIn(shared)
  const text = cardTextOf(shared).slice(0, MOST_SHARED).toWellFormed()
  const named = tags.trim().slice(0, MOST_TAGS).toWellFormed()
  const withTags = named === '' ? '' : `&quick-add.tags=${encodeURIComponent(named)}`
  const said = address === null ? '' : `&quick-add.address=${encodeURIComponent(address)}`
  const files = hasFiles ? '&quick-add.files=shared' : ''
  const type = address === null ? 'note' : 'link'
  return `/home?popups_center=quick-add&quick-add.type=${type}&quick-add.text=${encodeURIComponent(text)}${said}${withTags}${files}`
}

/** As `addressForShared`, for `/add?url=&title=&text=&tags=`, which bookmarklets and shortcuts open. */
export function addressForAdding(query: { get(name: string): string | null }): string {
  const field = (name: string) => query.get(name) ?? ''
  return addressForShared({ title: field('title'), text: field('text'), url: field('url') }, field('tags'))
}

/** The card's text: each part once, the address last. */
export function cardTextOf({ title, text, url }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim()).filter((part) => part !== '')
  return parts
    .filter((part, index) => !parts.some((other, i) => i !== index && isSaidBy(part, index, other, i)))
    .join('\n')
}

/**
 * Whether another part of the shared text contains this one, so that it is left out. Of two equal parts the
 * later one stays.
 */
function isSaidBy(part: string, index: number, other: string, otherIndex: number): boolean {
  return part === other ? otherIndex > index : other.includes(part)
}

/**
 * The shared address. Many apps put it into the text instead of its own field. Titles are not searched for
 * addresses.
 */
function linkIn({ text, url }: Shared): string | null {
  const address = completeAddress(url)
  if (isAddress(address)) return address.slice(0, MOST_SHARED).toWellFormed()
  return /https?:\/\//i.test(text) ? addressOfLink(text) : null
}
