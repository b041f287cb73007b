import type { Card } from './card.ts'
import type { Id } from './id.ts'
import { addressOfLink } from './links.ts'

/**
 * What the server fetched from a link's page. People don't edit these fields, and they overwrite nothing that a person
 * wrote. A text is empty where the page has none.
 */
export interface Page {
  /** The link's address when the page was fetched. */
  readonly address: string
  readonly title: string
  readonly description: string
  readonly siteName: string
  /** A language tag such as `en` or `pt-BR`. */
  readonly language: string
  /** File names of pictures that the server stores. */
  readonly icon: string
  readonly cover: string
  /** ms since 1970 */
  readonly fetchedAt: number
  /** When the page was found to be gone for good, in ms since 1970. Null: not known to be gone. */
  readonly deadAt: number | null
  /** When the server's copy of the page was fetched, in ms since 1970. Absent: no copy. */
  readonly copiedAt?: number
}

/** In UTF-16 units. A link with a longer address is not fetched. */
export const PAGE_LIMITS = {
  address: 2_000,
  title: 300,
  description: 1_000,
  siteName: 100,
  language: 35,
  picture: 64,
} as const

/** The texts that a search reads. */
export function textsOfPage(page: Page | undefined): readonly string[] {
  if (page === undefined) return NO_TEXTS
  return [page.title, page.description, page.siteName].filter((text) => text !== '')
}

const NO_TEXTS: readonly string[] = []

/** Every text that a search reads: content, subnotes, and the fetched page. */
export function textsOfCard({
  content,
  subnotes,
  page,
}: Pick<Card, 'content' | 'subnotes' | 'page'>): string[] {
  return [content, ...subnotes.map(({ text }) => text), ...textsOfPage(page)]
}

/** The address that a link points to; null for other cards. */
export function pageAddress({ type, content }: Pick<Card, 'type' | 'content'>): string | null {
  const found = type === 'link' ? addressOfLink(content) : null
  if (found === null || found.length > PAGE_LIMITS.address) return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(found) ? found : `https://${found}`
  return /^https?:\/\/[^\s/?#]/i.test(address) ? address : null
}

/** Drops the page where the card's address has changed since it was fetched. */
export function withOwnPage(card: Card): Card {
  if (card.page === undefined || card.page.address === pageAddress(card)) return card
  const { page: _page, ...rest } = card
  return rest
}

/** The Internet Archive's list of earlier states of a page. */
export function archiveAddress(address: string): string {
  return `https://web.archive.org/web/2/${address}`
}

/** Which links are copied automatically. */
export interface CopyRule {
  /** `chosen`: none, the person asks link by link. `tags`: links with one of these tags. */
  readonly keeps: 'chosen' | 'tags' | 'all'
  readonly tagIds: readonly Id[]
}

/** The server's store describes the states. `none`: nobody asked for a copy. */
export const COPY_STATES = ['none', 'waiting', 'kept', 'failed', 'removed'] as const
/** Why a copy failed. `no-text`: no readable text; `full`: the account's storage is used up. */
export const COPY_PROBLEMS = ['blocked', 'gone', 'refused', 'trouble', 'no-text', 'full'] as const

export const COPY_RULES = ['chosen', 'tags', 'all'] as const
export const NO_COPY_RULE: CopyRule = { keeps: 'chosen', tagIds: [] }

/** Whether the rule copies a card's page. Implied tags do not count. */
export function ruleKeeps(
  { keeps, tagIds }: CopyRule,
  card: Pick<Card, 'type' | 'content' | 'tagIds'>,
): boolean {
  if (keeps === 'chosen' || pageAddress(card) === null) return false
  return keeps === 'all' || card.tagIds.some((id) => tagIds.includes(id))
}
