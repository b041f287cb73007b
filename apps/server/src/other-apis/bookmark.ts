import { archiveAddress, type Card, ownTexts, tagName } from '@cardinal/domain'
import { MARKS } from '../import-export/index.ts'

/** A bookmark in linkding's format. */
export interface Bookmark {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly description: string
  readonly notes: string
  readonly web_archive_snapshot_url: string
  readonly favicon_url: string | null
  readonly preview_image_url: string | null
  readonly is_archived: boolean
  readonly unread: boolean
  readonly shared: boolean
  readonly tag_names: readonly string[]
  readonly date_added: string
  readonly date_modified: string
  readonly website_title: string | null
  readonly website_description: string | null
}

/** A card's subnotes as notes, separated by empty lines. */
export function notesOf({ subnotes }: Pick<Card, 'subnotes'>): string {
  return subnotes.map(({ text }) => text).join('\n\n')
}

/** The tag's name, and the name by which clients of linkding and Pinboard see it. */
export interface ShownTag {
  readonly name: string
  readonly shown: string
}

/**
 * A link card as a bookmark. Title and description come from the page where the card has none.
 *
 * @param origin this server's address, without a trailing slash
 */
export function bookmarkOf(card: Card, id: number, tags: readonly ShownTag[], origin: string): Bookmark {
  const tagNames = tags.map(({ name }) => name)
  const { url, title, description } = ownTexts(card)
  const { page } = card
  const picture = (name: string | undefined) => (name ? `${origin}/api/pictures/${name}.webp` : null)
  const added = new Date(card.createdAt).toISOString()
  return {
    id,
    url,
    title: title || (page?.title ?? ''),
    description: description || (page?.description ?? ''),
    notes: notesOf(card),
    web_archive_snapshot_url: archiveAddress(url),
    favicon_url: picture(page?.icon),
    preview_image_url: picture(page?.cover),
    is_archived: tagNames.includes(MARKS.archived),
    unread: tagNames.includes(MARKS.unread),
    shared: false,
    tag_names: tags.filter(({ name }) => !isMark(name)).map(({ shown }) => shown),
    date_added: added,
    date_modified: new Date(card.updatedAt).toISOString(),
    website_title: page?.title || null,
    website_description: page?.description || null,
  }
}

/** Clients of linkding and Pinboard separate tags by spaces, so a name must have none. */
export function hyphenated(name: string): string {
  return name.replaceAll(' ', '-')
}

/** Names of tags that stand for fields. Another tag that a client sends must not get one of them. */
export const FIELD_NAMES: readonly string[] = Object.values(MARKS)
/** Tags for the fields of linkding and Pinboard. */
export const MARK_NAMES: readonly string[] = [MARKS.archived, MARKS.unread]

export function isMark(name: string): boolean {
  return MARK_NAMES.includes(tagName(name))
}
