import { cloneElement, type ReactElement, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Kbd } from './kbd.tsx'
import { place } from './place.ts'
import styles from './tooltip.module.css'

/** ms of hovering before it shows. */
const HOVER_DELAY_MS = 450

interface TargetProps {
  'aria-describedby'?: string | undefined
  onPointerEnter?: ((event: React.PointerEvent<HTMLElement>) => void) | undefined
  onPointerLeave?: ((event: React.PointerEvent<HTMLElement>) => void) | undefined
  onFocus?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
  onBlur?: ((event: React.FocusEvent<HTMLElement>) => void) | undefined
  onPointerDown?: ((event: React.PointerEvent<HTMLElement>) => void) | undefined
}

/**
 * A short text on hover and keyboard focus. Escape closes it. It must never be the only place of something
 * important. If it repeats the name (`IconButton`), screen readers don't read it twice.
 */
export function Tooltip({
  text,
  shortcut,
  describes = false,
  children,
}: {
  text: string
  shortcut?: string | undefined
  /** Whether screen readers read the text, because it says more than the name. */
  describes?: boolean | undefined
  children: ReactElement<TargetProps>
}) {
  const id = useId()
  const tipRef = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isWanted, setIsWanted] = useState(false)

  const show = (target: HTMLElement, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setIsWanted(true)
      requestAnimationFrame(() => {
        const tip = tipRef.current
        if (!tip || !target.isConnected) return
        tip.showPopover()
        place(tip, target.getBoundingClientRect(), 'top')
        tip.dataset.placed = ''
      })
    }, delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setIsWanted(false)
  }
  const { props } = children

  return (
    <>
      {cloneElement(children, {
        ...(describes && { 'aria-describedby': id }),
        onPointerEnter(event) {
          props.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget, HOVER_DELAY_MS)
        },
        onPointerLeave(event) {
          props.onPointerLeave?.(event)
          hide()
        },
        onFocus(event) {
          props.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, HOVER_DELAY_MS)
        },
        onBlur(event) {
          props.onBlur?.(event)
          hide()
        },
        onPointerDown(event) {
          props.onPointerDown?.(event)
          hide()
        },
      })}
      {describes && !isWanted && (
        <span id={id} hidden>
          {text}
        </span>
      )}
      {isWanted && (
        <Tip ref={tipRef} id={id} text={text} shortcut={shortcut} onEscape={() => setIsWanted(false)} />
      )}
    </>
  )
}

function Tip(props: {
  ref: RefObject<HTMLSpanElement | null>
  id: string
  text: string
  shortcut: string | undefined
  onEscape: () => void
}) {
  const { onEscape } = props
  // People who use a magnifier must be able to close it without moving the pointer.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [onEscape])
  return (
    <span ref={props.ref} id={props.id} role="tooltip" popover="manual" className={styles.tip}>
      {props.text}
      {props.shortcut && <Kbd keys={props.shortcut} />}
    </span>
  )
}
