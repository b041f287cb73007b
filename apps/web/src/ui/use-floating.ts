import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createStore } from 'zustand/vanilla'
import { type Box, type Placement, place } from './place.ts'

interface FloatingOptions {
  placement?: Placement | undefined
  /** Whether the panel is at least as wide as the anchor. */
  matchWidth?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
}

/** Functions that close the open panels, innermost last. */
export const openPanels = createStore<readonly (() => void)[]>(() => [])

/** Media query for windows in which panels are sheets, as in popover.module.css. */
export const SHEETS = '(max-width: 43.75em)'

/**
 * A panel in the browser's top layer, placed at an anchor. It is the native popover, which closes by Escape and
 * by a press outside, nests, and returns the focus. Positions are set through the CSSOM.
 *
 * The anchor is the button with `triggerProps`, unless `open` gets another element or point.
 */
export function useFloating({
  placement = 'bottom-start',
  matchWidth = false,
  onOpenChange,
}: FloatingOptions = {}) {
  const id = useId()
  const panelRef = useRef<HTMLDivElement>(null)
  const anchorRef = useRef<Element | Box | null>(null)
  /** Where the anchor was when the panel opened: a choice in the panel may move or remove the anchor. */
  const boxRef = useRef<Box | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  const reposition = useCallback(
    (event?: Event) => {
      const panel = panelRef.current
      const anchor = anchorRef.current ?? document.querySelector(`[popovertarget="${CSS.escape(id)}"]`)
      if (!panel) return
      const isThere = anchor !== null && (!(anchor instanceof Element) || anchor.isConnected)
      if (isThere && (boxRef.current === null || event !== undefined)) {
        const box = anchor instanceof Element ? anchor.getBoundingClientRect() : anchor
        boxRef.current =
          boxRef.current !== null && event?.type === 'scroll'
            ? { ...sidesOf(boxRef.current), top: box.top, bottom: box.bottom }
            : box
      }
      if (boxRef.current === null) return
      place(panel, boxRef.current, placement, matchWidth)
      panel.dataset.placed = ''
    },
    [id, placement, matchWidth],
  )

  useEffect(() => {
    if (!isOpen) return
    reposition()
    addEventListener('scroll', reposition, { capture: true, passive: true })
    addEventListener('resize', reposition)
    const observer = new ResizeObserver(() => reposition())
    if (panelRef.current?.firstElementChild) observer.observe(panelRef.current.firstElementChild)
    return () => {
      removeEventListener('scroll', reposition, { capture: true })
      removeEventListener('resize', reposition)
      observer.disconnect()
    }
  }, [isOpen, reposition])

  const close = useCallback(() => {
    if (panelRef.current?.matches(':popover-open')) panelRef.current.hidePopover()
  }, [])
  const list = useCallback(
    (opens: boolean) =>
      openPanels.setState(
        (all) => [...all.filter((each) => each !== close), ...(opens ? [close] : [])],
        true,
      ),
    [close],
  )
  // An open panel that is removed from the page closes without an event.
  useEffect(() => () => list(false), [list])

  return {
    id,
    isOpen,
    panelRef,
    /** Opens at an element or at a point of the viewport. */
    open(anchor: Element | Box) {
      anchorRef.current = anchor
      boxRef.current = null
      if (!panelRef.current?.matches(':popover-open')) panelRef.current?.showPopover()
      else reposition()
    },
    close,
    triggerProps: { popoverTarget: id, 'aria-expanded': isOpen, 'aria-controls': id } as const,
    panelProps: {
      id,
      ref: panelRef,
      popover: 'auto',
      /** Renders the content before the panel is shown, so that it can be measured and focused. */
      onBeforeToggle(event: {
        newState?: string | undefined
        target: EventTarget
        currentTarget: EventTarget
      }) {
        if (event.target !== event.currentTarget) return
        const opens = event.newState === 'open'
        list(opens)
        if (opens) flushSync(() => setIsOpen(true))
      },
      onToggle(event: { newState?: string | undefined; target: EventTarget; currentTarget: EventTarget }) {
        if (event.target !== event.currentTarget) return
        const opens = event.newState === 'open'
        if (!opens) {
          anchorRef.current = null
          boxRef.current = null
          delete panelRef.current?.dataset.placed
        }
        setIsOpen(opens)
        onOpenChange?.(opens)
      },
    } as const,
  }
}

function sidesOf({ left, right }: Box): Pick<Box, 'left' | 'right'> {
  return { left, right }
}
