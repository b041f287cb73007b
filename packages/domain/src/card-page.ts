import type { Card } from './card.ts'
import { addressOfLink } from './links.ts'
import { PAGE_LIMITS, textsOfPage } from './page.ts'

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
