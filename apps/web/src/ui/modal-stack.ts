import { type RefObject, useLayoutEffect } from 'react'

/** Open modals, the topmost last. All below it, and the page, are inert: out of reach for Tab and ears. */
const stack: HTMLElement[] = []

/**
 * Makes an element modal while it is there: what is under it is inert, the page doesn't scroll, the focus
 * goes in (to `[data-autofocus]`, else to the element) and comes back to where it was.
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
}

/** Where the page has a scrollbar, its place is kept, so that a dialog opening doesn't shift the page. */
function lockScrolling(isLocked: boolean): void {
  const page = document.documentElement
  if (!isLocked) delete page.dataset.modal
  else if (page.dataset.modal === undefined)
    page.dataset.modal = window.innerWidth > page.clientWidth ? 'scrolls' : 'fits'
}
