/** Returns whether two states of a row are equal apart from `updatedAt`. Rows are plain data with keys in one order. */
export function sameButTimes<Row extends { readonly updatedAt: number }>(a: Row, b: Row): boolean {
  return a === b || JSON.stringify({ ...a, updatedAt: 0 }) === JSON.stringify({ ...b, updatedAt: 0 })
}
