/**
 * For a control that goes away with its row: the row beside it gets the focus, or else what holds the list (an
 * element that takes focus from code), so that keys go on working where they were.
 */
export function handFocusOn(control: HTMLElement): void {
  const row = control.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next =
    [...(neighbour?.querySelectorAll('button') ?? [])].at(-1) ??
    control.closest<HTMLElement>('[tabindex="-1"]')
  next?.focus({ preventScroll: true })
}
