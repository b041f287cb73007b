import type { Card } from '@cardinal/domain'
import type { MouseEvent, ReactNode } from 'react'
import type { Density } from '../../../shared/search/use-home-address.ts'

/** Fields of a card that can be hidden, as named in the address. */
type CardField = 'tags' | 'content' | 'dates' | 'titles' | 'buttons' | 'input' | 'btns'

export interface RowLook {
  readonly density: Density
  readonly without: ReadonlySet<CardField>
  /** `updated` if the list is ordered by it. */
  readonly date: 'created' | 'updated'
  /** Whether tags are on one line, with a count of the rest. */
  readonly cutsTags: boolean
}

/** Props of the content between gutter and date, for one kind of card. */
export interface RowProps {
  readonly card: Card
  readonly look: RowLook
  /** Words of the search to mark in the text. */
  readonly words: readonly string[]
  readonly now: number
  /** Whether the whole text is shown. */
  readonly isOpen: boolean
  /** Whether this is the active row, whose controls Tab reaches. */
  readonly isActive: boolean
  /** Toggles `isOpen`. */
  readonly onToggle: () => void
  /** Id for the element with the text, which labels the row. */
  readonly textId: string
  /** Replaces the text while it is edited. */
  readonly editor: ReactNode
  /** The tags of the card. Null: not shown. */
  readonly tags: ReactNode
  /** Content below everything else: marks, linked cards, panels. */
  readonly children: ReactNode
}

export function isByFinger({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
}
