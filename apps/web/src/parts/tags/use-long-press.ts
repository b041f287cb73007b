import { type PointerEvent, useMemo, useRef } from 'react'

/** ms a finger rests before it counts as long. */
const LONG = 450
/** Pixels a finger may stray meanwhile. */
const STRAY = 8

/** A finger that rests on something: what right click is to a mouse. The click that follows is no click. */
export function useLongPress(action: (target: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const wasLong = useRef(false)
  return useMemo(() => {
    const stop = () => clearTimeout(timer.current)
    return {
      /** Whether the press that just ended was a long one; asked once. */
      wasLong: () => {
        const was = wasLong.current
        wasLong.current = false
        return was
      },
      handlers: {
        onPointerDown: (event: PointerEvent<HTMLElement>) => {
          wasLong.current = false
          if (event.pointerType === 'mouse') return
          const target = event.currentTarget
          start.current = { x: event.clientX, y: event.clientY }
          timer.current = setTimeout(() => {
            wasLong.current = true
            action(target)
          }, LONG)
        },
        onPointerMove: (event: PointerEvent<HTMLElement>) => {
          const strayed =
            Math.abs(event.clientX - start.current.x) + Math.abs(event.clientY - start.current.y) > STRAY
          if (strayed) stop()
        },
        onPointerUp: stop,
        onPointerCancel: stop,
      },
    }
  }, [action])
}
