import type { SearchToken } from '@cardinal/domain'
import type { PointerEvent } from 'react'

/**
 * Moves one token among the others. Separators stay in place.
 *
 * @param tokens of this text, in order
 */
export function moveToken(text: string, tokens: readonly SearchToken[], from: number, to: number): string {
  const written = tokens.map((token) => text.slice(token.from, token.to))
  const [moved] = written.splice(from, 1)
  if (moved === undefined) return text
  written.splice(Math.max(0, Math.min(to, written.length)), 0, moved)
  const between = [0, ...tokens.map((token) => token.to)].map((end, index) =>
    text.slice(end, tokens[index]?.from ?? text.length),
  )
  return between.map((gap, index) => gap + (written[index] ?? '')).join('')
}

/** px that a pointer moves before a press becomes a drag */
const THRESHOLD_PX = 5

/**
 * Handles a press on a token. A drag moves the token, and a press alone sets the caret as on the field.
 *
 * @param onMove gets the token's new index
 */
export function followToken(event: PointerEvent<HTMLElement>, onMove: (to: number) => void): void {
  if (event.button !== 0 || event.pointerType !== 'mouse') return
  // The field keeps its focus and selection until it is known whether this is a drag.
  event.preventDefault()
  const token = event.currentTarget
  const place = token.closest<HTMLElement>('[data-tokens]')
  const { clientX: startX, clientY: startY } = event
  let isDrag = false
  token.setPointerCapture(event.pointerId)
  const move = ({ clientX }: globalThis.PointerEvent) => {
    const by = clientX - startX
    isDrag ||= Math.abs(by) > THRESHOLD_PX
    if (!isDrag) return
    token.dataset.dragged = ''
    token.style.translate = `${by}px 0`
  }
  const stop = ({ clientX, type }: globalThis.PointerEvent) => {
    token.removeEventListener('pointermove', move)
    for (const kind of ENDS) token.removeEventListener(kind, stop)
    delete token.dataset.dragged
    token.style.translate = ''
    if (type === 'pointercancel') return
    if (isDrag) onMove(placeAt(clientX, place, token))
    else setCursor(startX, startY, place)
  }
  token.addEventListener('pointermove', move)
  for (const kind of ENDS) token.addEventListener(kind, stop)
}

const ENDS = ['pointerup', 'pointercancel'] as const

/** The number of other tokens whose centre is left of x. */
function placeAt(x: number, place: HTMLElement | null, dragged: HTMLElement): number {
  const others = [...(place?.querySelectorAll<HTMLElement>('[data-token]') ?? [])].filter(
    (token) => token !== dragged,
  )
  return others.filter((token) => {
    const { left, right } = token.getBoundingClientRect()
    return (left + right) / 2 < x
  }).length
}

/** Sets the caret at the pressed letter. Tokens cover the field letter on letter. */
function setCursor(x: number, y: number, place: HTMLElement | null): void {
  const field = place?.querySelector('input')
  const at = document.caretPositionFromPoint?.(x, y)
  field?.focus()
  if (!field || !at || !place?.contains(at.offsetNode)) return
  const range = document.createRange()
  range.setStart(place, 0)
  range.setEnd(at.offsetNode, at.offset)
  const letters = range.toString().length
  field.setSelectionRange(letters, letters)
}
