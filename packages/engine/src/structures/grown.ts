/** What a column holds, at the beginning of a longer one. */
export function grown<Column extends { set(column: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}
