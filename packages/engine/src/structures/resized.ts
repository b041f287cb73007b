/** Copies a column into the beginning of a longer one. */
export function resized<Column extends { set(column: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

/** Returns the new length of a column that must hold so many numbers. Leaves ample spare capacity. */
export function roomForMore(atLeast: number, before: number): number {
  return Math.max(atLeast + (atLeast >>> 5), before * 2)
}
