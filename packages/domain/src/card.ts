import type { CardFiles } from './card-files.ts'
import type { Color } from './color.ts'
import type { Completions } from './completions.ts'
import type { Day, Due } from './due.ts'
import type { Id } from './id.ts'
import { placeOfAddress, withoutAddress } from './links.ts'
import type { Page } from './page.ts'
import type { Place } from './place.ts'
import type { Recurrence } from './recurrence.ts'

/** `link` is `hyperlink` on the wire. */
export const CARD_TYPES = ['todo', 'note', 'link'] as const
export type CardType = (typeof CARD_TYPES)[number]

/** A line inside a card that can be ticked (a "title" on the wire). */
export interface Subnote {
  readonly id: Id
  readonly text: string
  readonly isTicked: boolean
}

/**
 * Fields with one value. A change may omit them; of two concurrent changes the later to arrive wins. A new field gets its
 * initial value in `card-fields.ts`; the compiler then names its other places.
 */
export interface CardValues {
  readonly color: Color | null
  readonly isPublic: boolean
  /** When the card was completed, in ms since 1970; null while it is open. */
  readonly doneAt: number | null
  readonly dueAt: Due | null
  /**
   * The day on which work on the card begins. Before it, Todo lists the card under a heading of its own. See
   * `startsLater`.
   */
  readonly startAt: Day | null
  /** The rule by which completing the card moves `dueAt` to the next time. Null: it stays completed. */
  readonly recurrence: Recurrence | null
  /** The times that it was completed and came back. Null: never. */
  readonly completions: Completions | null
  /** Null: no files. */
  readonly files: CardFiles | null
  /** Order by hand. Null: never moved, see `placeOf`. */
  readonly place: Place | null
}

/** Linked cards. Concurrent changes keep the ids that others added or removed. */
export interface CardLinks {
  readonly parentIds: readonly Id[]
  readonly siblingIds: readonly Id[]
  readonly childIds: readonly Id[]
}

/** On the wire: "entity". */
export interface Card extends CardValues, CardLinks {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  /**
   * What a link opens, whatever addresses its text holds. Null: none. A card that became a todo or note keeps
   * it: read it by `addressOf`.
   */
  readonly address: string | null
  /** In the order in which they are shown. */
  readonly subnotes: readonly Subnote[]
  /** In the order of attaching; each id once. */
  readonly tagIds: readonly Id[]
  /** Only for links: title and so on that the server fetched, or that the page is gone. */
  readonly page?: Page
  /** Milliseconds since 1970, as are all times in the domain. */
  readonly createdAt: number
  /** Set by every change that a person makes to the card. */
  readonly updatedAt: number
}

/** Whether there is text below an empty line. In a link, that text is the description. */
export function hasDescription(content: string): boolean {
  if (!content.includes('\n')) return false
  const lines = content.split('\n')
  const empty = lines.findIndex((line, at) => at > 0 && line.trim() === '')
  return empty > 0 && lines.slice(empty).some((line) => line.trim() !== '')
}

/** A todo that was completed. A completed card that became a note or link does not count. */
export function isDone({ type, doneAt }: Pick<Card, 'type' | 'doneAt'>): boolean {
  return type === 'todo' && doneAt !== null
}

/** Null for todos and notes. */
export function addressOf({ type, address }: Pick<Card, 'type' | 'address'>): string | null {
  return type === 'link' ? address : null
}

/** The content, with the address below where a link's content does not hold it. */
export function textWithAddress(card: Pick<Card, 'type' | 'content' | 'address'>): string {
  const address = addressOf(card)
  if (address === null || placeOfAddress(card.content, address) >= 0) return card.content
  return card.content === '' ? address : `${card.content}\n${address}`
}

/** The texts of a link's card that a person wrote, besides the address. */
interface OwnTexts {
  readonly url: string
  readonly title: string
  readonly description: string
}

/**
 * The title is the first line above the address, or else the text after the address in its line. All other
 * lines are the description. In content without the address, all lines are above. The content of a link
 * without address is its address.
 */
export function ownTexts({ content, address }: Pick<Card, 'content' | 'address'>): OwnTexts {
  const url = address ?? content.trim()
  const { above, behind } = withoutAddress(content, url)
  const [first = '', ...more] = linesOf(above)
  const [besides = '', ...below] = behind.split('\n')
  const [title, rest] = first === '' ? [besides.trim(), ''] : [first, besides.trim()]
  const description = [...more, rest, ...below].join('\n').trim()
  return { url, title, description }
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/**
 * Whether a text looks like a note: it has several lines, or is a heading, a quote, code or a table of
 * Markdown.
 */
export function looksLikeNote(text: string): boolean {
  const trimmed = text.trim()
  return /[\r\n]/.test(trimmed) || /^(?:#{1,6}\s+\S|>\s|```|\|.+\|$)/.test(trimmed)
}
