import { type RefObject, useLayoutEffect } from 'react'

/** Open modals, the topmost last. All below it, and the page, are inert: out of reach for Tab and ears. */
const stack: HTMLElement[] = []

/**
 * Makes an element modal while it is there: what is under it is inert, the page doesn't scroll, the focus
 * goes in (to `[data-autofocus]`, else to the element), stays in when what had it goes away, and comes back
 * to where it was.
 */
export function useModal(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const before = document.activeElement
    stack.push(element)
    update()
    if (!element.contains(document.activeElement)) {
      const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? element
      first.focus({ preventScroll: true })
    }
    return () => {
      stack.splice(stack.indexOf(element), 1)
      update()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [ref])
}

function update(): void {
  const root = document.getElementById('root')
  if (root) root.inert = stack.length > 0
  stack.forEach((element, index) => {
    element.inert = index < stack.length - 1
  })
  lockScrolling(stack.length > 0)
  if (stack.length > 0) watch()
  else unwatch()
}

let watching: MutationObserver | null = null
let isDue = false

/** Without the focus a modal hears no Escape, and nobody at the keys or by ear knows where they are. */
function watch(): void {
  if (watching !== null) return
  watching = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    // What is disabled loses the focus only when the page is drawn; whoever moves it by intent comes first.
    requestAnimationFrame(() => setTimeout(keepFocus))
  })
  watching.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function unwatch(): void {
  watching?.disconnect()
  watching = null
}

function keepFocus(): void {
  isDue = false
  if (document.activeElement === document.body) stack.at(-1)?.focus({ preventScroll: true })
}

/** Where the page has a scrollbar, its place is kept, so that a dialog opening doesn't shift the page. */
function lockScrolling(isLocked: boolean): void {
  const page = document.documentElement
  if (!isLocked) delete page.dataset.modal
  else if (page.dataset.modal === undefined)
    page.dataset.modal = window.innerWidth > page.clientWidth ? 'scrolls' : 'fits'
}
