import { useLayoutEffect, useRef } from 'react'
import { keepEarlyKeys, takeEarlyKeys } from '../ui/early-keys.ts'
import { LoadingPlace } from '../ui/loading.tsx'

/** ms for which typed keys are kept for a popup. */
const LONGEST_OPENING_MS = 60_000

/** Enter is recorded only after other text, because Enter may also have opened the popup. */
function keepKeysForPopup(): () => void {
  return keepEarlyKeys(LONGEST_OPENING_MS, {
    isMeant: () => true,
    takesEnter: (_, recorded) => recorded !== '',
  })
}

/** A placeholder while a popup's code loads. It records typed keys for the popup. */
export function Opening() {
  useLayoutEffect(() => {
    takeEarlyKeys()
    const drop = keepKeysForPopup()
    // In a microtask, so that the content's layout effects take the keys first. A passive effect could run after
    // the next key, which is meant for the page if the popup was closed.
    return () => queueMicrotask(drop)
  }, [])
  return <LoadingPlace text="Opening" />
}

/**
 * Focuses the popup's field, unless the focus is already in the popup, and writes the recorded keys into it.
 * Waits while the content is loading.
 */
export function Arrived() {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current?.closest<HTMLElement>('[aria-modal]')
    if (!dialog) return
    const isLoading = () => dialog.querySelector('[data-loading]') !== null
    if (!isLoading()) return arrive(dialog)
    const drop = keepKeysForPopup()
    const observer = new MutationObserver(() => {
      if (isLoading()) return
      observer.disconnect()
      arrive(dialog)
    })
    observer.observe(dialog, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      drop()
    }
  }, [])
  return <span ref={ref} hidden />
}

function arrive(dialog: HTMLElement): void {
  if (document.activeElement === dialog)
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  write(takeEarlyKeys(), document.activeElement)
}

/**
 * Inserts a text as if it were typed, so that the field's handlers and undo see it. Enter acts as in a field of
 * one line.
 */
function write(text: string, field: Element | null): void {
  const isLine = field instanceof HTMLInputElement
  if (text === '' || document.activeElement !== field) return
  if (!isLine && !(field instanceof HTMLTextAreaElement)) return
  const end = isLine ? text.indexOf('\n') : -1
  document.execCommand('insertText', false, end === -1 ? text : text.slice(0, end))
  if (end === -1 || !isLine) return
  // After the field has rendered its suggestions for the text.
  setTimeout(() => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    if (field.dispatchEvent(enter)) field.form?.requestSubmit()
    setTimeout(() => write(text.slice(end + 1), field))
  })
}
