import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { anchorOfEvent } from './context-menu.tsx'
import type { Box } from './place.ts'

/** ms that a finger rests before it counts as a long press. */
const LONG_PRESS = 480
/** Presses that a place further inside waits for already. */
const taken = new WeakSet<Event>()

/**
 * Swallows the click that the release of the finger brings, wherever it lands: what the long press opened may lie under
 * the finger by then. The next press ends it. A click by key has no count of presses, and goes through.
 */
function swallowClickOfRelease(): void {
  const swallow = (event: Event) => {
    if (event instanceof UIEvent && event.detail === 0) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true })
  addEventListener('pointerdown', () => removeEventListener('click', swallow, { capture: true }), {
    capture: true,
    once: true,
  })
}

/**
 * Right click, the menu key and a long press of a finger, as one gesture. The click that follows a long press is
 * swallowed. Of two places within each other the inner one has the gesture.
 *
 * @param onHold what a long press does where it is no menu
 */
export function useLongPress(
  onMenu: ((anchor: Element | Box) => void) | undefined,
  onHold: ((anchor: Element | Box) => void) | undefined = onMenu,
) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasLong = useRef(false)
  if (!onMenu) return {}
  return {
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (event.defaultPrevented) return
      event.preventDefault()
      clearTimeout(timer.current)
      // Some browsers tell of a long press in this way too: it has been answered.
      const isByFinger =
        event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch'
      if (isByFinger && wasLong.current) return
      if (!isByFinger) return onMenu(anchorOfEvent(event))
      wasLong.current = true
      swallowClickOfRelease()
      onHold?.(event.currentTarget)
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      wasLong.current = false
      if (event.pointerType !== 'touch' || taken.has(event.nativeEvent)) return
      taken.add(event.nativeEvent)
      const target = event.currentTarget
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        wasLong.current = true
        swallowClickOfRelease()
        onHold?.(target)
      }, LONG_PRESS)
    },
    onPointerUp: () => clearTimeout(timer.current),
    onPointerCancel: () => clearTimeout(timer.current),
    onPointerLeave: () => clearTimeout(timer.current),
  }
}
