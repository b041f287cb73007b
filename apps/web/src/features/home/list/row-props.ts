import type { Card } from '@cardinal/domain'
import type { MouseEvent, ReactNode } from 'react'
import type { Density } from '../../../shared/search/use-home-address.ts'

/** Fields of a card that can be hidden, as named in the address. */
type CardField = 'tags' | 'content' | 'dates' | 'titles' | 'buttons' | 'input' | 'btns'

export interface RowLook {
  readonly density: Density
  readonly without: ReadonlySet<CardField>
  /** `updated` where the list is ordered by it. */
  readonly date: 'created' | 'updated'
  /** True: tags have one line, and tags that don't fit are counted. */
  readonly cutsTags: boolean
}

/** Props of the row of one kind of card, which renders everything between the gutter and the date. */
export interface RowProps {
  readonly card: Card
  readonly look: RowLook
  /** Words of the search, which are marked in the text. */
  readonly words: readonly string[]
  readonly now: number
  /** True: the whole text shows. */
  readonly isOpen: boolean
  /** True: this is the active row, and Tab reaches its controls. */
  readonly isActive: boolean
  /** Toggles `isOpen`. */
  readonly onToggle: () => void
  /** Id for the element of the text, which labels the row. */
  readonly textId: string
  /** Replaces the text while it is edited. */
  readonly editor: ReactNode
  /** The tags of the card. Null: left out. */
  readonly tags: ReactNode
  /** Rendered below everything else: marks, linked cards, panels. */
  readonly children: ReactNode
}

export function isByFinger({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
}
