import { X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import styles from './toaster.module.css'

export interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | null
}

/** ms that a toast without an action is seen. */
export const TOAST_TIME = 500
/** ms that one with an action is seen; not counted while the pointer or the focus is on it. */
export const ACTION_TIME = 10_000
/** ms that its words stay for screen readers, which need longer. */
const SPOKEN_TIME = 5000

/** With what has to be read, such as a refusal: it stays as long as one with something to do. */
export const UNDERSTOOD: ToastAction = { label: 'OK', onSelect: () => {} }

let toasts: readonly Toast[] = []
let spoken = ''
let lastId = 0
let spokenTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Says something in passing, at the bottom. Without an action it is gone after 500 ms; with one it stays
 * long enough to be used, or until a newer one with an action takes its place. A person who needs more time has
 * the same by a key: undoing waits for nothing.
 */
export function toast(text: string, action: ToastAction | null = null): void {
  const next: Toast = { id: ++lastId, text, action }
  toasts = [...toasts.filter((each) => action === null || each.action === null), next].slice(-3)
  spoken = text
  clearTimeout(spokenTimer)
  spokenTimer = setTimeout(() => {
    spoken = ''
    tell()
  }, SPOKEN_TIME)
  tell()
}

/** Takes every message away that has something to press: what it would act on is not in sight any more. */
export function dismissActions(): void {
  const gone = toasts.filter(({ action }) => action !== null && action !== UNDERSTOOD)
  if (gone.some(({ text }) => text === spoken)) spoken = ''
  toasts = toasts.filter((each) => !gone.includes(each))
  tell()
}

/** Stands once in the app, outside of all dialogs. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => toasts,
  )
  const text = useSyncExternalStore(
    subscribe,
    () => spoken,
    () => '',
  )
  const waits = shown.some(({ action }) => action !== null)
  // A dialog leaves room for it: see dialog.module.css.
  useEffect(() => {
    document.documentElement.toggleAttribute('data-toast', waits)
  }, [waits])
  if (typeof document === 'undefined') return null
  return createPortal(
    <section aria-label="Notifications" className={styles.toaster}>
      <p role="status" className="visually-hidden">
        {text}
      </p>
      {shown.map((each) => (
        <ToastView key={each.id} toast={each} />
      ))}
    </section>,
    document.body,
  )
}

function ToastView({ toast: { id, text, action } }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), action === null ? TOAST_TIME : ACTION_TIME)
    return () => clearTimeout(timer)
  }, [id, action, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering keeps the message; its buttons act.
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* Screen readers have the text from the status above. */}
      <span className={styles.text} aria-hidden={action === null}>
        {text}
      </span>
      {action && (
        <>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              dismiss(id)
              action.onSelect()
            }}
          >
            {action.label}
          </button>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={() => dismiss(id)}>
            <Icon of={X} size={14} />
          </button>
        </>
      )}
    </div>
  )
}

function dismiss(id: number): void {
  toasts = toasts.filter((each) => each.id !== id)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
