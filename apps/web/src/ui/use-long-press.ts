import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { anchorOfEvent } from './context-menu.tsx'
import type { Box } from './place.ts'

/** ms until a press counts as long. */
const LONG_PRESS_MS = 480
/** Presses that an inner element has already handled. */
const taken = new WeakSet<Event>()

/**
 * Suppresses the click after the release, wherever it lands, because the long press may have opened something
 * under the finger. The next press ends this. Clicks by key have no press count, and are not suppressed.
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
 * Handles right click, the menu key and a long press as one gesture. The click after a long press is suppressed.
 * In nested elements the inner one handles the gesture.
 *
 * @param onHold handles a long press instead of opening the menu
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
      // Some browsers also fire this event after a long press, which is handled already.
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
      }, LONG_PRESS_MS)
    },
    onPointerUp: () => clearTimeout(timer.current),
    onPointerCancel: () => clearTimeout(timer.current),
    onPointerLeave: () => clearTimeout(timer.current),
  }
}
