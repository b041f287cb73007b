import type { Color } from './color.ts'
import type { Due } from './due.ts'
import type { Id } from './id.ts'
import type { Page } from './page.ts'
import type { Place } from './place.ts'
import type { Recurrence } from './recurrence.ts'

/** What a card is. `link` is spelled `hyperlink` on the wire. */
export const CARD_TYPES = ['todo', 'note', 'link'] as const
export type CardType = (typeof CARD_TYPES)[number]

/** A line inside a card that can be ticked (a "title" on the wire). */
export interface Subnote {
  readonly id: Id
  readonly text: string
  readonly isTicked: boolean
}

/**
 * Fields of a card that hold one value. A change may leave them out, and of two changes at the same time the last to
 * arrive wins. A new field here gets its initial value in `card-fields.ts`; the compiler then names its other places.
 */
export interface CardValues {
  readonly color: Color | null
  readonly isPublic: boolean
  /** When the card was completed, in ms since 1970; null while it is open. */
  readonly doneAt: number | null
  readonly dueAt: Due | null
  /** Completing the card moves `dueAt` to the next time; null: it is completed for good. */
  readonly recurrence: Recurrence | null
  /** In the order by hand; null: nobody moved it, see `placeOf`. */
  readonly place: Place | null
}

/** Cards that a card is linked with. Of two changes at the same time both keep their additions and removals. */
export interface CardLinks {
  readonly parentIds: readonly Id[]
  readonly siblingIds: readonly Id[]
  readonly childIds: readonly Id[]
}

/** A todo, note or link: the thing that people keep (an "entity" on the wire). */
export interface Card extends CardValues, CardLinks {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  /** In the order shown. */
  readonly subnotes: readonly Subnote[]
  /** In the order of attaching; each id once. */
  readonly tagIds: readonly Id[]
  /** Of a link whose page the server has fetched, or found to be gone. */
  readonly page?: Page
  /** Milliseconds since 1970, as every time in the domain. */
  readonly createdAt: number
  /** Moves with every change of the card by a person. */
  readonly updatedAt: number
}

/**
 * Returns whether a text is below an empty line of a content: below a link's title and address, it is its
 * description.
 */
export function hasDescription(content: string): boolean {
  if (!content.includes('\n')) return false
  const lines = content.split('\n')
  const empty = lines.findIndex((line, at) => at > 0 && line.trim() === '')
  return empty > 0 && lines.slice(empty).some((line) => line.trim() !== '')
}

/** Returns a todo that was completed. What was completed and became a note or link counts as one of those. */
export function isDone({ type, doneAt }: Pick<Card, 'type' | 'doneAt'>): boolean {
  return type === 'todo' && doneAt !== null
}
