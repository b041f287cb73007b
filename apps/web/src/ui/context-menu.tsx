import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import styles from './menu.module.css'
import { type MenuItem, MenuList } from './menu.tsx'
import type { Box } from './place.ts'
import { FloatingPanel } from './popover.tsx'
import { useFloating } from './use-floating.ts'

interface Request {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly at: Element | Box
}

let request: Request | null = null
let show: ((at: Element | Box) => void) | null = null
const listeners = new Set<() => void>()

/**
 * Opens the one menu that all chips and cards share, beside an element or at a point of the viewport.
 * Thousands of chips would be heavy if each had a menu of its own.
 */
export function openContextMenu(label: string, items: readonly MenuItem[], at: Element | Box): void {
  request = { label, items, at }
  for (const listener of listeners) listener()
  show?.(at)
}

/** The point of a pointer event as an anchor; for the keyboard's menu key, the element itself. */
export function anchorOfEvent(event: {
  clientX: number
  clientY: number
  currentTarget: Element
}): Element | Box {
  const { clientX: x, clientY: y } = event
  return x === 0 && y === 0 ? event.currentTarget : { left: x, right: x, top: y, bottom: y - 4 }
}

/** Stands once in the app. Outside of dialogs, so that it is never made inert by one. */
export function ContextMenuHost() {
  const current = useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  )
  const floating = useFloating()
  show = floating.open
  if (typeof document === 'undefined') return null
  return createPortal(
    <FloatingPanel
      {...floating.panelProps}
      role="menu"
      aria-label={current?.label ?? 'Menu'}
      className={styles.menu}
    >
      {floating.isOpen && current && <MenuList items={current.items} close={floating.close} />}
    </FloatingPanel>,
    document.body,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
