import type { Card, Id } from '@cardinal/domain'
import { type DragEvent, type PointerEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import { useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { orderShown } from '../../../shared/search/filters.ts'
import { homeSearch } from '../home-screen.ts'
import { homeList } from './home-list.ts'

/** Props that make a row draggable. */
interface CardDrag {
  /** Props of the row, which a mouse drags from anywhere. */
  readonly row: {
    readonly draggable?: boolean
    readonly onDragStart?: (event: DragEvent<HTMLElement>) => void
    readonly onDragOver?: (event: DragEvent<HTMLElement>) => void
    readonly onDragLeave?: (event: DragEvent<HTMLElement>) => void
    readonly onDrop?: (event: DragEvent<HTMLElement>) => void
  }
  /** Props of the row's handle for fingers. Null: the list isn't ordered by hand. */
  readonly grip: CardGrip | null
}

export interface CardGrip {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerCancel: () => void
}

const KIND = 'application/x-cardinal-card'
const NO_DRAG: CardDrag = { row: {}, grip: null }

/**
 * Lets the person drag cards in the order by hand. A card dropped on the upper half of a row is moved above it,
 * otherwise below it.
 */
export function useCardDrag(card: Card): CardDrag {
  const isManual = useStore(homeSearch, (state) => orderShown(state).by === 'by-hand')
  const actions = useCardActions()
  return useMemo(() => {
    if (!isManual) return NO_DRAG
    /** Moves a card above or below the row that it is dropped on. */
    const drop = (movedId: string, row: HTMLElement, y: number): boolean => {
      const moved = homeList.getState().cards.find(({ id }) => id === movedId)
      const targetId = row.dataset.card as Id
      if (moved === undefined || moved.id === targetId) return false
      const others = homeList.getState().cards.filter(({ id }) => id !== moved.id)
      const at = others.findIndex(({ id }) => id === targetId) + (isBelow(row, y) ? 1 : 0)
      actions.place(moved, others[at - 1], others[at])
      return true
    }
    return {
      row: {
        draggable: true,
        onDragStart: ({ dataTransfer }) => {
          dataTransfer.setData(KIND, card.id)
          dataTransfer.effectAllowed = 'move'
        },
        onDragOver: (event) => {
          if (!event.dataTransfer.types.includes(KIND)) return
          event.preventDefault()
          markDrop(event.currentTarget, event.clientY)
        },
        onDragLeave: () => markDrop(null),
        onDrop: (event) => {
          markDrop(null)
          if (drop(event.dataTransfer.getData(KIND), event.currentTarget, event.clientY))
            event.preventDefault()
        },
      },
      grip: {
        onPointerDown: (event) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.setPointerCapture(event.pointerId)
        },
        onPointerMove: ({ currentTarget, pointerId, clientX, clientY }) => {
          if (!currentTarget.hasPointerCapture(pointerId)) return
          markDrop(rowAt(clientX, clientY), clientY)
          if (clientY < EDGE_PX) scrollBy(0, -SCROLL_STEP_PX)
          if (clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_STEP_PX)
        },
        onPointerUp: ({ clientX, clientY }) => {
          markDrop(null)
          const row = rowAt(clientX, clientY)
          if (row !== null) drop(card.id, row, clientY)
        },
        onPointerCancel: () => markDrop(null),
      },
    }
  }, [isManual, card.id, actions])
}

/** Distance in px from the window's edge at which a drag scrolls, and the px of each step. */
const EDGE_PX = 90
const SCROLL_STEP_PX = 12

function rowAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-card]') ?? null
}

/** Marks the place where the card would land. Null: removes the mark. */
function markDrop(row: HTMLElement | null, y = 0): void {
  for (const marked of document.querySelectorAll<HTMLElement>('[data-drop]'))
    if (marked !== row) delete marked.dataset.drop
  if (row !== null) row.dataset.drop = isBelow(row, y) ? 'below' : 'above'
}

function isBelow(row: HTMLElement, y: number): boolean {
  const { top, height } = row.getBoundingClientRect()
  return y > top + height / 2
}
