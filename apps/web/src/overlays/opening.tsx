import { useLayoutEffect, useRef } from 'react'
import { keepEarlyKeys, takeEarlyKeys } from '../ui/early-keys.ts'
import { LoadingPlace } from '../ui/loading.tsx'

/** ms for which typed keys wait for a popup. */
const LONGEST_OPENING_MS = 60_000

/** Enter counts after other text only: it opens popups, too. */
function keepKeysForPopup(): () => void {
  return keepEarlyKeys(LONGEST_OPENING_MS, {
    isMeant: () => true,
    takesEnter: (_, recorded) => recorded !== '',
  })
}

/** Renders a placeholder while a popup's code loads. Records typed keys, because they are meant for the popup. */
export function Opening() {
  useLayoutEffect(() => {
    takeEarlyKeys()
    const drop = keepKeysForPopup()
    // In a microtask: first the layout effects of the content take the keys. An effect's end may come after the next
    // key, which is for the page if the popup was closed.
    return () => queueMicrotask(drop)
  }, [])
  return <LoadingPlace text="Opening" />
}

/**
 * Focuses the field of a popup that asks for the focus, unless the focus is in the popup already. Then writes the
 * recorded keys into it. Waits while the content is loading.
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

/** Writes like typing, so that the field's handlers and undo notice it. In a field of one line, Enter does what it does there. */
function write(text: string, field: Element | null): void {
  const isLine = field instanceof HTMLInputElement
  if (text === '' || document.activeElement !== field) return
  if (!isLine && !(field instanceof HTMLTextAreaElement)) return
  const end = isLine ? text.indexOf('\n') : -1
  document.execCommand('insertText', false, end === -1 ? text : text.slice(0, end))
  if (end === -1 || !isLine) return
  // After the field has rendered what the text finds.
  setTimeout(() => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    if (field.dispatchEvent(enter)) field.form?.requestSubmit()
    setTimeout(() => write(text.slice(end + 1), field))
  })
}
