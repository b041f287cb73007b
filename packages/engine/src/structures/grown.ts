/** What a column holds, at the beginning of a longer one. */
export function grown<Column extends { set(column: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

/** How long a column becomes that has to hold so many: by far longer, and not full even where many came at once. */
export function roomForMore(atLeast: number, before: number): number {
  return Math.max(atLeast + (atLeast >>> 5), before * 2)
}
