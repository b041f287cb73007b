import { LIMITS } from '@cardinal/domain'

/** What another app shared, before it is a card: the fields of the form that the manifest's share target names. */
export interface Shared {
  readonly title: string
  readonly text: string
  readonly url: string
}

/** What an address may carry: twice of what a card holds, so that the form can say that it is too much. */
const MOST_SHARED = 2 * LIMITS.contentLength

/** Characters of names of tags, with commas between them. */
const MOST_TAGS = 1_000

/**
 * Returns the page that makes a card of what was shared: the form with the text in it. The text travels in the address,
 * so that it is there after any restart and without a network. The service worker answers with it, and the server where
 * there is none yet.
 */
export function addressForShared(shared: Shared, tags = ''): string {
  const type = linkIn(shared) === null ? 'note' : 'link'
  const text = cardTextOf(shared).slice(0, MOST_SHARED).toWellFormed()
  const named = tags.trim().slice(0, MOST_TAGS).toWellFormed()
  const withTags = named === '' ? '' : `&quick-add.tags=${encodeURIComponent(named)}`
  return `/home?popups_center=quick-add&quick-add.type=${type}&quick-add.text=${encodeURIComponent(text)}${withTags}`
}

/** Returns the same for `/add?url=&title=&text=&tags=`, which bookmarklets and shortcuts open. */
export function addressForAdding(query: { get(name: string): string | null }): string {
  const field = (name: string) => query.get(name) ?? ''
  return addressForShared({ title: field('title'), text: field('text'), url: field('url') }, field('tags'))
}

/** Returns the text of the card: each part once, the address last. */
export function cardTextOf({ title, text, url }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim()).filter((part) => part !== '')
  return parts
    .filter((part, index) => !parts.some((other, i) => i !== index && isSaidBy(part, index, other, i)))
    .join('\n')
}

/** Returns whether another part says this one too; of two equal ones the later does. */
function isSaidBy(part: string, index: number, other: string, otherIndex: number): boolean {
  return part === other ? otherIndex > index : other.includes(part)
}

/** Returns the address in a text. Many apps put the address into the text rather than into its own field. */
function linkIn({ text, url }: Shared): string | null {
  return /https?:\/\/\S+/i.exec(`${url} ${text}`)?.[0] ?? null
}
