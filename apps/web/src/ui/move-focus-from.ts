/**
 * Moves the focus before a control is removed with its row: to the next row, else to the row before, else to the
 * list's container (an element with tabindex).
 */
export function moveFocusFrom(control: HTMLElement): void {
  const row = control.closest('li')
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const [own, others] = [row, neighbour].map((one) => [...(one?.querySelectorAll('button') ?? [])])
  // A row with the same controls: its control of the same kind.
  const at = others?.length === own?.length ? own?.indexOf(control as HTMLButtonElement) : -1
  const next = others?.at(at ?? -1) ?? control.closest<HTMLElement>('[tabindex="-1"]')
  next?.focus({ preventScroll: true })
}
