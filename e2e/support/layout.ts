import type { Page } from '@playwright/test'

/**
 * Faults that keep a person from seeing or pressing a control; should be empty. Checks the controls of the
 * topmost popup, or of the page. Each one is scrolled to and must be pressable: within the window, not
 * covered, not overlapping another control.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const faults =
      scrollWidth > clientWidth ? [`The page is ${scrollWidth} wide in ${clientWidth} pixels.`] : []
    const root = [...document.querySelectorAll('[aria-modal="true"]')].at(-1) ?? document.body
    const nameOf = (each: Element) =>
      `${each.tagName.toLowerCase()} “${(each.getAttribute('aria-label') ?? (each.closest('label') ?? each).textContent ?? '').trim().slice(0, 40)}”`
    // If a label draws its box, a press on the label counts.
    const boxOf = (each: Element) =>
      each instanceof HTMLInputElement && /radio|checkbox/.test(each.type)
        ? (each.closest('label') ?? each)
        : each
    // Tags without space in their row are clipped; they show when the card is opened, and in its form.
    const isClippedAway = (each: Element) => {
      const { top, bottom } = each.getBoundingClientRect()
      for (let at = each.parentElement; at !== null; at = at.parentElement) {
        if (getComputedStyle(at).overflowY !== 'clip') continue
        const frame = at.getBoundingClientRect()
        if (top >= frame.bottom || bottom <= frame.top) return true
      }
      return false
    }
    const controls = [
      ...new Set([...root.querySelectorAll('button, a[href], input, textarea, select')].map(boxOf)),
    ].filter((each) => {
      const { width, height } = each.getBoundingClientRect()
      return (
        width > 1 &&
        height > 1 &&
        each.closest('.visually-hidden, [inert], [aria-hidden="true"], a[href^="#"]') === null &&
        each.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        getComputedStyle(each).pointerEvents !== 'none' &&
        !isClippedAway(each)
      )
    })
    const layerOf = (start: Element) => {
      for (let at: Element | null = start; at !== null; at = at.parentElement)
        if (/fixed|sticky|absolute/.test(getComputedStyle(at).position)) return at
      return null
    }
    // The part of a control that is visible in a list that scrolls.
    const seenBox = (control: Element) => {
      let { left, right, top, bottom } = control.getBoundingClientRect()
      for (let at = control.parentElement; at !== null && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX === 'visible') continue
        const frame = at.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
        top = Math.max(top, frame.top)
        bottom = Math.min(bottom, frame.bottom)
      }
      return { left, right, top, bottom }
    }
    const shown = controls.map((control) => ({ control, layer: layerOf(control), box: seenBox(control) }))
    for (const [index, a] of shown.entries())
      for (const b of shown.slice(index + 1)) {
        if (a.layer !== b.layer || a.control.contains(b.control) || b.control.contains(a.control)) continue
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
        if (across > 1 && down > 1) faults.push(`${nameOf(a.control)} lies over ${nameOf(b.control)}.`)
      }
    for (const { control } of shown) {
      const { overflowX, textOverflow } = getComputedStyle(control)
      // Fields are left out: their text scrolls with the caret.
      const isCut =
        /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && !control.matches('input, textarea')
      if (isCut && control.scrollWidth > control.clientWidth + 1) faults.push(`${nameOf(control)} is cut.`)
      control.scrollIntoView({ block: 'center', inline: 'nearest' })
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const isWithin = left >= -1 && right <= clientWidth + 1
      if (!isWithin) {
        faults.push(`${nameOf(control)} reaches from ${Math.round(left)} to ${Math.round(right)}.`)
        continue
      }
      const at = document.elementFromPoint(
        (left + right) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      )
      // The remove buttons of words lie over the field's text on purpose.
      const isOfField =
        at?.closest('[role="group"][aria-label="Words of the search"]') && control.matches('input, textarea')
      if (isOfField) continue
      if (at === null || !(control.contains(at) || at.contains(control)))
        faults.push(`${nameOf(control)} is under ${at === null ? 'nothing' : nameOf(at)}.`)
    }
    scrollTo(0, 0)
    return faults
  })
}
