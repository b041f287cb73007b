import type { Color } from './color.ts'
import type { Id } from './id.ts'

/** What a card is. `link` is spelled `hyperlink` on the wire. */
export const CARD_TYPES = ['todo', 'note', 'link'] as const
export type CardType = (typeof CARD_TYPES)[number]

/** A line inside a card that can be ticked (a "title" on the wire). */
export interface Subnote {
  readonly id: Id
  readonly text: string
  readonly isTicked: boolean
}

/** A todo, note or link: the thing that people keep (an "entity" on the wire). */
export interface Card {
  readonly id: Id
  readonly type: CardType
  readonly content: string
  /** In the order shown. */
  readonly subnotes: readonly Subnote[]
  /** In the order of attaching; each id once. */
  readonly tagIds: readonly Id[]
  readonly color: Color | null
  readonly isPublic: boolean
  readonly parentIds: readonly Id[]
  readonly siblingIds: readonly Id[]
  readonly childIds: readonly Id[]
  /** Milliseconds since 1970, as every time in the domain. */
  readonly createdAt: number
  /** Moves with content, colour, type, tags and subnotes; see `touchesCard`. */
  readonly updatedAt: number
}
