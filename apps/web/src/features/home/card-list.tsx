import type { Card, Id } from '@cardinal/domain'
import { memo, useCallback } from 'react'
import { useStore } from 'zustand'
import { type CardLook, CardView } from '../../parts/cards/card-view.tsx'
import { homeFocus, homeSelection } from '../../parts/search/home-screen.ts'
import { useNow } from '../../parts/search/use-now.ts'
import { VirtualList } from '../../ui/index.ts'
import { homeList } from './home-list.ts'
import { InlineTags } from './inline-tags.tsx'

export interface CardListProps {
  readonly cards: readonly Card[]
  readonly rankById: ReadonlyMap<Id, number>
  readonly look: CardLook
  readonly words: readonly string[]
  readonly columns: number
  readonly onMore: () => void
}

/** The cards, near the window only; keys move through them by `homeFocus`. */
export const CardList = memo(function CardList(props: CardListProps) {
  const { cards, rankById, look, words, columns, onMore } = props
  const now = useNow()
  const activeId = useStore(homeFocus, (focus) => (focus.focusRequest > 0 ? focus.cardId : null))
  const taggingId = useStore(homeFocus, (focus) => focus.taggingId)
  const activeIndex = activeId === null ? null : cards.findIndex((card) => card.id === activeId)
  const stretch = useCallback((card: Card) => {
    const ids = homeList.getState().cards.map((other) => other.id)
    homeSelection.getState().stretch('cards', card.id, ids)
  }, [])
  return (
    <VirtualList
      items={cards}
      keyOf={idOf}
      estimatedHeight={look.isCompact ? 36 : 68}
      label="Cards"
      columns={columns}
      gap={columns > 1 ? 8 : 0}
      onEndNear={onMore}
      activeIndex={activeIndex === -1 ? null : activeIndex}
    >
      {(card) => (
        <CardView
          card={card}
          look={look}
          words={words}
          rank={rankById.get(card.id) ?? 0}
          now={now}
          onStretch={stretch}
          tagPanel={taggingId === card.id ? <InlineTags card={card} /> : undefined}
        />
      )}
    </VirtualList>
  )
})

function idOf(card: Card): Id {
  return card.id
}
