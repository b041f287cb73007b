import { addressOf, type Card } from './card.ts'
import type { Id } from './id.ts'
import { placeOfAddress } from './links.ts'
import { PAGE_LIMITS, textsOfPage } from './page.ts'

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
  card: Pick<Card, 'type' | 'address' | 'tagIds'>,
): boolean {
  if (keeps === 'chosen' || pageAddress(card) === null) return false
  return keeps === 'all' || card.tagIds.some((id) => tagIds.includes(id))
}

/** Every text that a search reads: content, subnotes, the address where the content does not hold it, and the page. */
export function textsOfCard(card: SearchedTexts): string[] {
  return [card.content, ...card.subnotes.map(({ text }) => text), ...textsBesides(card)]
}

/** The texts that a search reads besides content and subnotes. */
export function textsBesides(card: SearchedTexts): readonly string[] {
  const ofPage = textsOfPage(card.page)
  const address = addressOf(card)
  return address === null || placeOfAddress(card.content, address) >= 0 ? ofPage : [address, ...ofPage]
}

/** The fields of a card that hold text. */
export type SearchedTexts = Pick<Card, 'type' | 'content' | 'address' | 'subnotes' | 'page'>

/** The address that a link's page is fetched from; null: none. */
export function pageAddress(card: Pick<Card, 'type' | 'address'>): string | null {
  const found = addressOf(card)
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

/** A page at the Internet Archive, which redirects to one of its snapshots. */
export function archiveAddress(address: string): string {
  return `https://web.archive.org/web/2/${address}`
}
