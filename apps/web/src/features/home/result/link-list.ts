import type { Card, Id } from '@cardinal/domain'
import { escapeUTF8 } from 'entities/escape'
import { addressOfCard } from '../../../shared/text/address.ts'

/** A link card, as written to a file or the clipboard. */
export interface LinkLine {
  /** The first card that has the address. */
  readonly cardId: Id
  readonly href: string
  /** The card's text without the address. Without a text, the address. */
  readonly title: string
  readonly tags: readonly string[]
  /** ms since 1970. */
  readonly createdAt: number
}

export type LinkFormat = 'addresses' | 'markdown' | 'html' | 'csv'

/** Cards per batch. Extracting their addresses takes about 10 ms. */
const CARDS_PER_BATCH = 1_000

/** The addresses of cards without duplicates, in the order of the cards. Cards without an address are skipped. */
export async function linkLines(
  cards: readonly Card[],
  nameOf: (tagId: string) => string | undefined,
  yieldToEventLoop: () => Promise<void>,
): Promise<LinkLine[]> {
  const lineByHref = new Map<string, LinkLine>()
  for (const [at, card] of cards.entries()) {
    if (at > 0 && at % CARDS_PER_BATCH === 0) await yieldToEventLoop()
    const address = addressOfCard(card)
    if (address === null || lineByHref.has(address.href)) continue
    lineByHref.set(address.href, {
      cardId: card.id,
      href: address.href,
      title: address.rest === '' ? address.href : address.rest,
      tags: card.tagIds.flatMap((id) => nameOf(id) ?? []),
      createdAt: card.createdAt,
    })
  }
  return [...lineByHref.values()]
}

export function writeLinks(lines: readonly LinkLine[], format: LinkFormat): string {
  switch (format) {
    case 'addresses':
      return lines.map(({ href }) => href).join('\n')
    case 'markdown':
      return lines.map(({ title, href }) => `- [${escapeMarkdown(title)}](<${href}>)`).join('\n')
    case 'html':
      return [HTML_HEAD, ...lines.map(htmlLine), '</DL><p>', ''].join('\n')
    case 'csv':
      return ['title,url,tags', ...lines.map(csvLine), ''].join('\r\n')
  }
}

const HTML_HEAD = [
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
  '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
  '<TITLE>Bookmarks</TITLE>',
  '<H1>Bookmarks</H1>',
  '<DL><p>',
].join('\n')

function htmlLine({ href, title, tags, createdAt }: LinkLine): string {
  const date = Math.floor(createdAt / 1000)
  const about = `HREF="${escapeUTF8(href)}" ADD_DATE="${date}" TAGS="${escapeUTF8(tags.join(','))}"`
  return `    <DT><A ${about}>${escapeUTF8(title)}</A>`
}

function csvLine({ title, href, tags }: LinkLine): string {
  return [title, href, tags.join(',')].map(csvCell).join(',')
}

/**
 * Quotes a cell. A cell that a spreadsheet would run as a formula gets a leading apostrophe, which the import
 * removes.
 */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]*_`<]/g, '\\$&')
}
