import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { LoadingPlace } from '../ui/loading.tsx'
import { isComposing, textAfterKey } from '../ui/typed-keys.ts'

/** Typed text. A line break at its end stands for Enter, after which nothing is recorded. */
type Typed = RefObject<string>

/** Records typed keys until the returned function is called. Enter counts after other text only: it opens popups, too. */
function keepTyped(typed: Typed): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter =
      event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !isComposing(event) && typed.current !== ''
    const text = isEnter ? `${typed.current}\n` : textAfterKey(typed.current, event)
    if (text === null) return
    event.preventDefault()
    if (!typed.current.endsWith('\n')) typed.current = text
  }
  addEventListener('keydown', onKeyDown, { capture: true })
  return () => removeEventListener('keydown', onKeyDown, { capture: true })
}

/** Renders a placeholder while a popup's code loads. Records typed keys, because they are meant for the popup. */
export function Opening({ typed }: { typed: Typed }) {
  useEffect(() => keepTyped(typed), [typed])
  return <LoadingPlace text="Opening" />
}

/**
 * Focuses the field of a popup that asks for the focus, unless the focus is in the popup already. Then writes the
 * recorded keys into it. Waits while the content is loading.
 */
export function Arrived({ typed }: { typed: Typed }) {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current?.closest<HTMLElement>('[aria-modal]')
    if (!dialog) return
    const isLoading = () => dialog.querySelector('[data-loading]') !== null
    if (!isLoading()) return arrive(dialog, typed)
    const stopKeeping = keepTyped(typed)
    const observer = new MutationObserver(() => {
      if (isLoading()) return
      stop()
      arrive(dialog, typed)
    })
    const stop = () => {
      observer.disconnect()
      stopKeeping()
    }
    observer.observe(dialog, { childList: true, subtree: true })
    return stop
  }, [typed])
  return <span ref={ref} hidden />
}

function arrive(dialog: HTMLElement, typed: Typed): void {
  if (document.activeElement === dialog)
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  const field = document.activeElement
  const text = typed.current.replace(/\n$/, '')
  const hasEnter = typed.current.endsWith('\n')
  typed.current = ''
  if (text === '' || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  // Inserted like typing, so that the field's handlers and undo notice it.
  document.execCommand('insertText', false, text)
  if (!hasEnter) return
  // After the field has rendered what the text finds.
  setTimeout(() => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
    if (field.dispatchEvent(enter) && field instanceof HTMLInputElement) field.form?.requestSubmit()
  })
}
