import { X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import styles from './toaster.module.css'

interface ToastAction {
  readonly label: string
  readonly onSelect: () => void
}

interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | null
}

/** ms for which a toast without an action is shown. */
export const TOAST_TIME_MS = 500
/** ms for which a toast with an action is shown. Paused while it has the pointer or the focus. */
export const ACTION_TIME_MS = 10_000
/** ms for which its text stays available to screen readers. */
const SPOKEN_TIME_MS = 5000

/** For a message that must be read, such as a refusal: with an action the toast stays longer. */
export const UNDERSTOOD: ToastAction = { label: 'OK', onSelect: () => {} }

let toasts: readonly Toast[] = []
let spoken = ''
let lastId = 0
let spokenTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * Shows a message at the bottom, and above a dialog on a phone. Without an action it disappears after
 * `TOAST_TIME_MS`. With an action it stays for `ACTION_TIME_MS`, unless a newer toast with an action replaces it.
 * The undo key works without a time limit.
 */
export function toast(text: string, action: ToastAction | null = null): void {
  const next: Toast = { id: ++lastId, text, action }
  toasts = [...toasts.filter((each) => action === null || each.action === null), next].slice(-3)
  spoken = text
  clearTimeout(spokenTimer)
  spokenTimer = setTimeout(() => {
    spoken = ''
    tell()
  }, SPOKEN_TIME_MS)
  tell()
}

/** Removes all messages with an action, because what they would act on is no longer visible. */
export function dismissActions(): void {
  const gone = toasts.filter(({ action }) => action !== null && action !== UNDERSTOOD)
  if (gone.some(({ text }) => text === spoken)) spoken = ''
  toasts = toasts.filter((each) => !gone.includes(each))
  tell()
}

/** Shows toasts. Mounted once in the app, outside of all dialogs. */
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
  /** The element with the focus before the toast, which gets it back because the pressed button disappears. */
  const before = useRef<HTMLElement>(null)
  const close = () => {
    before.current?.focus({ preventScroll: true })
    dismiss(id)
  }
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismiss(id), action === null ? TOAST_TIME_MS : ACTION_TIME_MS)
    return () => clearTimeout(timer)
  }, [id, action, isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering keeps the message; its buttons act.
    <div
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      {/* Screen readers get the text from the status above. */}
      <span className={styles.text} aria-hidden={action === null}>
        {text}
      </span>
      {action && (
        <>
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              close()
              action.onSelect()
            }}
          >
            {action.label}
          </button>
          <button type="button" className={styles.close} aria-label="Dismiss" onClick={close}>
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
