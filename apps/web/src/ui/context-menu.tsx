import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './menu.module.css'
import { type MenuItem, MenuList } from './menu.tsx'
import type { Box } from './place.ts'
import { FloatingPanel } from './popover.tsx'
import { useFloating } from './use-floating.ts'

interface Request {
  readonly label: string
  /** Items of a menu, or the content of a panel. */
  readonly shows: readonly MenuItem[] | ((close: () => void) => ReactNode)
}

let request: Request | null = null
let show: ((at: Element | Box) => void) | null = null
const listeners = new Set<() => void>()
/** Id of the pressed pointer. */
let held: number | null = null

/**
 * Opens the menu that all chips and cards share, next to an element or at a point of the viewport. A menu
 * component for each of thousands of chips would be slow.
 */
export function openContextMenu(label: string, items: readonly MenuItem[], at: Element | Box): void {
  open({ label, shows: items }, at)
}

/** Opens a panel in place of the menu. Its content takes the focus itself. */
export function openContextPanel(
  label: string,
  content: (close: () => void) => ReactNode,
  at: Element | Box,
): void {
  open({ label, shows: content }, at)
}

function open(wanted: Request, at: Element | Box): void {
  request = wanted
  for (const listener of listeners) listener()
  show?.(at)
}

/** The point of a pointer event as an anchor; for the menu key, the element. */
export function anchorOfEvent(event: {
  clientX: number
  clientY: number
  currentTarget: Element
}): Element | Box {
  const { clientX: x, clientY: y } = event
  return x === 0 && y === 0 ? event.currentTarget : { left: x, right: x, top: y, bottom: y - 4 }
}

/** Shows context menus. Mounted once in the app, outside of dialogs, so that no dialog makes it inert. */
export function ContextMenuHost() {
  const current = useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  )
  const floating = useFloating()
  const isPanel = typeof current?.shows === 'function'
  show = (at) => {
    floating.open(at)
    // A menu opens while the pointer is still pressed. Releasing it outside of the popover would close the menu
    // (HTML, "light dismiss"), so the menu captures the pointer.
    if (held !== null) floating.panelRef.current?.setPointerCapture(held)
    if (typeof request?.shows === 'function') return
    // Focus only now: the items were rendered while the menu was still hidden.
    floating.panelRef.current
      ?.querySelector<HTMLElement>('button:not(:disabled)')
      ?.focus({ preventScroll: true })
  }
  useEffect(watchHeldPointer, [])
  if (typeof document === 'undefined') return null
  return createPortal(
    // A landmark while open, because all content of the page is in landmarks.
    <section aria-label={floating.isOpen ? 'Menu' : undefined}>
      <FloatingPanel
        {...floating.panelProps}
        role={isPanel ? 'dialog' : 'menu'}
        aria-label={current?.label ?? 'Menu'}
        className={isPanel ? undefined : styles.menu}
      >
        {floating.isOpen &&
          current &&
          (typeof current.shows === 'function' ? (
            <div className={styles.body}>{current.shows(floating.close)}</div>
          ) : (
            <MenuList items={current.shows} close={floating.close} />
          ))}
      </FloatingPanel>
    </section>,
    document.body,
  )
}

function watchHeldPointer(): () => void {
  const hold = (event: PointerEvent) => {
    if (event.isTrusted) held = event.pointerId
  }
  const release = () => {
    held = null
  }
  const leaving = new AbortController()
  const options = { capture: true, passive: true, signal: leaving.signal }
  addEventListener('pointerdown', hold, options)
  addEventListener('pointerup', release, options)
  addEventListener('pointercancel', release, options)
  return () => leaving.abort()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
