import type { Card } from '@cardinal/domain'
import { useEffect, useRef } from 'react'
import { type CardActions, useCardActions } from '../../../shared/cards/use-card-actions.ts'
import { homeList } from './home-list.ts'
import styles from './swipes.module.css'

/** px of a finger's movement before its direction is known. */
const DIRECTION_AFTER_PX = 12
/** px of a finger's movement from which its release performs the act. */
const CARRIED_OUT_AFTER_PX = 96
/** Width in px of the window's edges, where phones go back or forward. */
const EDGE = 24

interface Swipe {
  readonly row: HTMLElement
  readonly card: Card
  readonly x: number
  readonly y: number
  /** px to the right. Null: not yet known to be a swipe. */
  by: number | null
}

/**
 * Swipes of todos in the list: to the right completes one, to the left opens the menu of its due date. The
 * browser handles scrolling (`touch-action`).
 */
export default function Swipes() {
  const actions = useCardActions()
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  }, [actions])
  // Listens once: listening again would drop the present swipe.
  useEffect(() => listen(() => latest.current), [])
  return null
}

function listen(actions: () => CardActions): () => void {
  let swipe: Swipe | null = null
  const end = () => {
    if (swipe?.by != null) putBack(swipe.row)
    swipe = null
  }
  const down = (event: PointerEvent) => {
    end()
    if (event.isPrimary && event.pointerType === 'touch') swipe = swipeFrom(event)
  }
  const move = (event: PointerEvent) => {
    if (swipe === null || !event.isPrimary) return
    const [x, y] = [event.clientX - swipe.x, event.clientY - swipe.y]
    if (swipe.by === null) {
      if (Math.abs(y) > DIRECTION_AFTER_PX) return end()
      if (Math.abs(x) < DIRECTION_AFTER_PX) return
      // Releases the pointer from the row, so that holding it is no long press.
      swipe.row.parentElement?.setPointerCapture(event.pointerId)
      swipe.row.classList.add(styles.swiped ?? '')
    }
    swipe.by = x
    show(swipe)
  }
  const up = (event: PointerEvent) => {
    if (swipe === null || !event.isPrimary) return
    const { by, card, row } = swipe
    end()
    if (by === null || Math.abs(by) < CARRIED_OUT_AFTER_PX) return
    if (by > 0) actions().complete([card])
    else actions().postpone([card], row)
  }
  addEventListener('pointerdown', down, { passive: true })
  addEventListener('pointermove', move, { passive: true })
  addEventListener('pointerup', up)
  addEventListener('pointercancel', end)
  return () => {
    end()
    removeEventListener('pointerdown', down)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', end)
  }
}

function swipeFrom({ target, clientX: x, clientY: y }: PointerEvent): Swipe | null {
  if (!(target instanceof Element) || x < EDGE || x > innerWidth - EDGE) return null
  const row = target.closest<HTMLElement>('[data-card][data-type="todo"]')
  if (row === null || target.closest('textarea, [contenteditable]') !== null) return null
  // Ignores drag handles and text that scrolls sideways.
  for (let each: Element | null = target; each !== null && each !== row; each = each.parentElement)
    if (getComputedStyle(each).touchAction === 'none' || each.scrollWidth > each.clientWidth + 1) return null
  const card = homeList.getState().cards.find(({ id }) => id === row.dataset.card)
  return card === undefined ? null : { row, card, x, y, by: null }
}

function show({ row, card, by }: Swipe): void {
  const moved = by ?? 0
  row.dataset.swipe = moved > 0 ? (card.doneAt === null ? 'Complete' : 'Not done') : 'Due date…'
  row.dataset.side = moved > 0 ? 'start' : 'end'
  row.toggleAttribute('data-enough', Math.abs(moved) >= CARRIED_OUT_AFTER_PX)
  row.style.setProperty('--moved', `${moved}px`)
}

function putBack(row: HTMLElement): void {
  row.classList.remove(styles.swiped ?? '')
  for (const name of ['data-swipe', 'data-side', 'data-enough']) row.removeAttribute(name)
  row.style.removeProperty('--moved')
}
