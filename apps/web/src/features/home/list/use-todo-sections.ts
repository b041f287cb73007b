import { allOf, type CardOrder, type CardType, DEFAULT_CARD_ORDER, notOf } from '@cardinal/domain'
import { useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useAnswer } from '../../../replica/index.ts'
import { type CardSearch, chosenOrder, countsOf, orderShown } from '../../../shared/search/filters.ts'
import type { ByDay } from '../../../shared/search/sort-words.ts'
import { useToday } from '../../../shared/search/use-now.ts'
import { type DayOrder, device, useDevice } from '../device.ts'
import { homeSearch } from '../home-screen.ts'
import { conditionOf, foldedSections, SECTIONS, type TodoSections } from './todo-sections.ts'

const SOONEST: CardOrder = { by: 'soonest', of: 'due' }

/** Whether the list shows todos by day: if no other order is chosen. */
export function useIsByDay(type: CardType | null): boolean {
  const isChosen = useDevice((state) => state.todoOrder === 'day')
  const isUsual = useStore(homeSearch, (state) => isDefaultOrder(orderShown(state)))
  return type === 'todo' && isChosen && isUsual
}

/** The choice of sections by day for todos. Undefined: for other cards. */
export function useByDay(type: CardType | null): ByDay | undefined {
  const isOn = useIsByDay(type)
  return type === 'todo' ? { isOn, choose: () => chooseOrder(type, 'day') } : undefined
}

/** Restores the last order of todos on this device, while they are listed without a chosen order. */
export function useTodoOrder(type: CardType | null): void {
  useLayoutEffect(() => {
    const { todoOrder } = device.getState()
    const { filters, filter } = homeSearch.getState()
    const isLeftAlone = type !== 'todo' || todoOrder === 'day' || !isDefaultOrder(filters.cardOrder)
    if (isLeftAlone || isDefaultOrder(todoOrder)) return
    filter({ cardOrder: todoOrder })
    return () => {
      if (homeSearch.getState().filters.cardOrder === todoOrder) filter({ cardOrder: DEFAULT_CARD_ORDER })
    }
  }, [type])
}

/** Chooses an order. The device stores the one of todos. */
export function chooseOrder(type: CardType | null, order: DayOrder): void {
  if (type === 'todo' && (order === 'day' || order.by !== 'best')) device.getState().set({ todoOrder: order })
  homeSearch.getState().filter(chosenOrder(order === 'day' ? DEFAULT_CARD_ORDER : order))
}

/** Resets all filters and the order of todos. */
export function resetHome(type: CardType | null): void {
  if (type === 'todo') device.getState().set({ todoOrder: 'day' })
  homeSearch.getState().resetFilters()
}

function isDefaultOrder({ by, of }: CardOrder): boolean {
  return by === DEFAULT_CARD_ORDER.by && of === DEFAULT_CARD_ORDER.of
}

/**
 * The query of a list by day, without the todos of folded sections, and its sections. For other lists, the
 * unchanged query and null.
 */
export function useTodoSections(asked: CardSearch, isByDay: boolean) {
  const today = useToday()
  const foldedNames = useDevice((state) => state.folded)
  const folded = useMemo(() => foldedSections(foldedNames), [foldedNames])
  const search = useMemo(() => {
    if (!isByDay) return asked
    const hidden = folded.map((section) => notOf(conditionOf(section, today)))
    return { ...asked, order: SOONEST, search: allOf([asked.search, ...hidden]) }
  }, [isByDay, asked, folded, today])
  const query = useMemo(
    () => ({
      query: countsOf(asked),
      searches: SECTIONS.map((section) => allOf([asked.search, conditionOf(section, today)])),
    }),
    [asked, today],
  )
  const { answer: counts = null } = useAnswer('countSearches', isByDay ? query : null, 'deferred')
  const sections = useMemo<TodoSections | null>(
    () => (isByDay ? { today, folded, counts } : null),
    [isByDay, today, folded, counts],
  )
  return { search, sections }
}
