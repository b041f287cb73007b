import type { Card } from './card.ts'
import { addressOfLink } from './links.ts'
import { PAGE_LIMITS, textsOfPage } from './page.ts'

/** Returns every text of a card that a search looks through: its content, its subnotes, and those of its page. */
export function textsOfCard({
  content,
  subnotes,
  page,
}: Pick<Card, 'content' | 'subnotes' | 'page'>): string[] {
  return [content, ...subnotes.map(({ text }) => text), ...textsOfPage(page)]
}

/** Returns the address whose page a card may have: that of a link; null where it has none. */
export function pageAddress({ type, content }: Pick<Card, 'type' | 'content'>): string | null {
  const found = type === 'link' ? addressOfLink(content) : null
  if (found === null || found.length > PAGE_LIMITS.address) return null
  const address = /^[a-z][a-z0-9+.-]*:/i.test(found) ? found : `https://${found}`
  return /^https?:\/\/[^\s/?#]/i.test(address) ? address : null
}

/** Returns the card without its page, where that is not the page of its address. */
export function withOwnPage(card: Card): Card {
  if (card.page === undefined || card.page.address === pageAddress(card)) return card
  const { page: _page, ...rest } = card
  return rest
}

/** Returns the address under which the Internet Archive shows earlier states of a page. */
export function archiveAddress(address: string): string {
  return `https://web.archive.org/web/2/${address}`
}
