import type { Card } from '@cardinal/domain'
import { type DragEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { useCardActions } from '../../shared/cards/use-card-actions.ts'
import { homeSearch } from '../../shared/search/home-screen.ts'
import { homeList } from './home-list.ts'

/** What a row needs to be dragged to another place; empty where the order is not by hand. */
export interface CardDrag {
  readonly draggable?: boolean
  readonly onDragStart?: (event: DragEvent<HTMLElement>) => void
  readonly onDragOver?: (event: DragEvent<HTMLElement>) => void
  readonly onDragLeave?: (event: DragEvent<HTMLElement>) => void
  readonly onDrop?: (event: DragEvent<HTMLElement>) => void
}

const KIND = 'application/x-cardinal-card'

/** Drags cards in the order by hand. A card lands above the row that it is dropped on, or below its lower half. */
export function useCardDrag(card: Card): CardDrag {
  const isByHand = useStore(homeSearch, ({ filters }) => filters.cardOrder.by === 'by-hand')
  const actions = useCardActions()
  return useMemo(() => {
    if (!isByHand) return {}
    return {
      draggable: true,
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.setData(KIND, card.id)
        dataTransfer.effectAllowed = 'move'
      },
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(KIND)) return
        event.preventDefault()
        event.currentTarget.dataset.drop = isBelow(event) ? 'below' : 'above'
      },
      onDragLeave: ({ currentTarget }) => {
        delete currentTarget.dataset.drop
      },
      onDrop: (event) => {
        delete event.currentTarget.dataset.drop
        const moved = homeList.getState().cards.find(({ id }) => id === event.dataTransfer.getData(KIND))
        if (moved === undefined || moved.id === card.id) return
        event.preventDefault()
        const others = homeList.getState().cards.filter(({ id }) => id !== moved.id)
        const at = others.findIndex(({ id }) => id === card.id) + (isBelow(event) ? 1 : 0)
        actions.place(moved, others[at - 1], others[at])
      },
    }
  }, [isByHand, card.id, actions])
}

function isBelow({ clientY, currentTarget }: DragEvent<HTMLElement>): boolean {
  const { top, height } = currentTarget.getBoundingClientRect()
  return clientY > top + height / 2
}
