/** Whether the plan has no room for another card, as far as this device knows; the server decides. */
let isFull = false

export function notePlanFull(full: boolean): void {
  isFull = full
}

/** A card may still be added: another device may have made room, and what is refused is kept. */
export function isPlanFull(): boolean {
  return isFull
}
