import type { Card } from '@cardinal/domain'
import type { MouseEvent, ReactNode } from 'react'
import type { Density } from '../../../shared/address/use-home-address.ts'

/** Parts of a card that a person can leave out, as the address names them. */
export type CardField = 'tags' | 'content' | 'dates' | 'titles' | 'buttons' | 'input' | 'btns'

export interface CardLook {
  readonly density: Density
  readonly without: ReadonlySet<CardField>
  /** Which date is shown: the one that the list goes by. */
  readonly date: 'created' | 'updated'
}

/** What the row of one kind of card is drawn from. It draws everything between the gutter and the date. */
export interface RowProps {
  readonly card: Card
  readonly look: CardLook
  /** Words that were searched for, to be marked. */
  readonly words: readonly string[]
  readonly now: number
  /** Shown whole. */
  readonly isOpen: boolean
  /** Keys act on this row: its controls can be reached by Tab. */
  readonly isActive: boolean
  /** Opens and closes the whole text. */
  readonly onToggle: () => void
  /** Goes onto the element that holds the text: it names the row. */
  readonly textId: string
  /** Stands in place of the text while it is edited. */
  readonly editor: ReactNode
  /** The tags of the card, small; null where they are left out. */
  readonly tags: ReactNode
  /** Stands below everything else: marks, linked cards, panels. */
  readonly children: ReactNode
}

export function isByFinger({ nativeEvent }: MouseEvent): boolean {
  return nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
}
