/** Returns whether the plan is full, as far as this device knows. The server decides. */
let isFull = false

export function notePlanFull(full: boolean): void {
  isFull = full
}

/**
 * Returns whether the plan was full lately. A card may still be added, because another device may have made room, and a
 * refused card is kept.
 */
export function isPlanFull(): boolean {
  return isFull
}
