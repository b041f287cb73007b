import type { Card, Id } from '@cardinal/domain'
import { memo, useCallback, useMemo } from 'react'
import { useStore } from 'zustand'
import { useNow } from '../../../shared/search/use-now.ts'
import { useWithLeaving } from '../../../shared/todo/leaving.ts'
import { VirtualList } from '../../../ui/index.ts'
import { homeFocus, homeSelection } from '../home-screen.ts'
import { CardRow } from './card-row.tsx'
import { homeList } from './home-list.ts'
import { InlineTags } from './inline-tags.tsx'
import { JustAdded } from './just-added.tsx'
import type { CardLook } from './row-props.ts'

export interface CardListProps {
  readonly cards: readonly Card[]
  readonly rankById: ReadonlyMap<Id, number>
  readonly look: CardLook
  readonly words: readonly string[]
  readonly columns: number
  readonly onMore: () => void
}

/** Estimated heights of a row in px, until the row is measured. */
const HEIGHTS = { comfortable: 52, compact: 36, cards: 190 }
/** px between columns */
const GAP = 12

/** Renders the list of cards. It renders only rows near the window. Keys move through it by `homeFocus`. */
export const CardList = memo(function CardList(props: CardListProps) {
  const { rankById, look, words, columns, onMore } = props
  const cards = useWithLeaving(props.cards)
  const now = useNow()
  const reveal = useRowToReveal(cards)
  const addedId = useStore(homeFocus, (focus) => focus.justAddedId)
  const taggingId = useStore(homeFocus, (focus) => focus.taggingId)
  const stretch = useCallback((card: Card) => {
    const ids = homeList.getState().cards.map((other) => other.id)
    homeSelection.getState().stretch('cards', card.id, ids)
  }, [])
  return (
    <VirtualList
      items={cards}
      keyOf={idOf}
      estimatedHeight={HEIGHTS[look.density]}
      label="Cards"
      columns={columns}
      gap={columns > 1 ? GAP : 0}
      onEndNear={onMore}
      reveal={reveal}
    >
      {(card) => (
        <CardRow
          card={card}
          look={look}
          words={words}
          rank={rankById.get(card.id) ?? 0}
          now={now}
          onStretch={stretch}
          offers={addedId === card.id && taggingId !== card.id ? <JustAdded card={card} /> : undefined}
          tagPanel={taggingId === card.id ? <InlineTags card={card} /> : undefined}
        />
      )}
    </VirtualList>
  )
})

/** Returns the row that the person's last act sends the focus to, if it is in the list. */
function useRowToReveal(cards: readonly Card[]): { index: number } | null {
  const awaited = useStore(homeFocus, (focus) => focus.awaited)
  return useMemo(() => {
    const index = awaited === null ? -1 : cards.findIndex((card) => card.id === awaited.cardId)
    return index === -1 ? null : { index }
  }, [awaited, cards])
}

function idOf(card: Card): Id {
  return card.id
}
