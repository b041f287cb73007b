import { type RefObject, useLayoutEffect, useState } from 'react'

/** Open modals, topmost last. All below, and the page, are inert: Tab and screen readers don't reach them. */
const stack: HTMLElement[] = []

/** By modal, the element that had the focus before. */
const opened = new WeakMap<Element, Element | null>()

/**
 * Returns the focus. If the element was in a modal that has been replaced, the focus goes to the element before
 * that modal.
 */
function goBackTo(before: Element | null): void {
  let to = before
  while (to && !to.isConnected) to = opened.get(to.closest('[aria-modal]') ?? to) ?? null
  if (to instanceof HTMLElement) to.focus({ preventScroll: true })
}

/**
 * Makes an element modal while it is mounted. All below is inert, and the page does not scroll. The focus moves
 * in (to `[data-autofocus]`, else to the element), stays in when the focused element is removed, and returns at
 * the end.
 */
export function useModal(ref: RefObject<HTMLElement | null>): void {
  // Read during render: a field with `autoFocus` gets the focus before any effect runs.
  const [before] = useState(() => document.activeElement)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    stack.push(element)
    opened.set(element, before)
    update()
    if (!element.contains(document.activeElement)) goInto(element)
    return () => {
      stack.splice(stack.indexOf(element), 1)
      update()
      goBackTo(before)
      // The element that had the focus may be gone, such as a button of the last draft after saving.
      if (stack.length === 0) requestAnimationFrame(() => setTimeout(landFocus))
      // Modals that opened together remember the same element, which is below both.
      const onTop = stack.at(-1)
      if (onTop !== undefined && !onTop.contains(document.activeElement)) goInto(onTop)
    }
  }, [ref, before])
}

function goInto(modal: HTMLElement): void {
  const first = modal.querySelector<HTMLElement>('[data-autofocus]') ?? modal
  first.focus({ preventScroll: true })
}

function update(): void {
  const onTop = stack.at(-1) ?? document.getElementById('root')
  if (onTop) onTop.inert = false
  lockScrolling(stack.length > 0)
  if (stack.length > 0) watch()
  else unwatch()
  if (stack.length > 0) closeOffSoon()
}

/** At the first key or press, all below must be inert. */
const INPUT_EVENTS = ['keydown', 'pointerdown'] as const
let isClosingOff = false

/**
 * Makes all below inert after the modal is painted, or at the first key or press. The browser then computes the
 * styles of all inert elements again, which takes half of the time of opening a modal.
 */
function closeOffSoon(): void {
  if (isClosingOff) return
  isClosingOff = true
  for (const name of INPUT_EVENTS) addEventListener(name, closeOff, { capture: true })
  requestAnimationFrame(() => setTimeout(closeOff))
}

function closeOff(): void {
  if (!isClosingOff) return
  isClosingOff = false
  for (const name of INPUT_EVENTS) removeEventListener(name, closeOff, { capture: true })
  const onTop = stack.at(-1)
  if (onTop === undefined) return
  const root = document.getElementById('root')
  for (const below of [root, ...stack.slice(0, -1)]) if (below) below.inert = true
  if (document.activeElement?.closest('[inert]')) goInto(onTop)
}

let watching: MutationObserver | null = null
let isDue = false

/**
 * Keeps the focus in the modal. Without the focus a modal gets no Escape, and people with a keyboard or a screen
 * reader lose their place.
 */
function watch(): void {
  if (watching !== null) return
  addEventListener('keydown', passEscape, { capture: true })
  watching = new MutationObserver(() => {
    if (isDue) return
    isDue = true
    // A disabled element loses the focus only at the next paint, and other code may move the focus first.
    requestAnimationFrame(() => setTimeout(keepFocus))
  })
  watching.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}

function unwatch(): void {
  removeEventListener('keydown', passEscape, { capture: true })
  watching?.disconnect()
  watching = null
}

/** If the focus is lost, passes an Escape to the topmost modal. */
function passEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.target !== document.body) return
  event.stopImmediatePropagation()
  event.preventDefault()
  stack
    .at(-1)
    ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
}

function keepFocus(): void {
  isDue = false
  if (document.activeElement === document.body) stack.at(-1)?.focus({ preventScroll: true })
}

/**
 * Focuses the page's content if the focused element was removed, so that the keyboard and screen readers continue
 * there.
 */
function landFocus(): void {
  if (stack.length > 0 || document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('main[tabindex]')?.focus({ preventScroll: true })
}

/**
 * Stops the page from scrolling. Reserves the width of its scrollbar, so that opening a dialog does not shift the
 * page.
 */
function lockScrolling(isLocked: boolean): void {
  const page = document.documentElement
  if (!isLocked) delete page.dataset.modal
  else if (page.dataset.modal === undefined)
    page.dataset.modal = window.innerWidth > page.clientWidth ? 'scrolls' : 'fits'
}
