/** In the order of first occurrence. */
export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

/** Returns the items of the second list that the first lacks. */
export function missingFrom<T>(items: readonly T[], others: readonly T[]): T[] {
  const known = new Set(items)
  return others.filter((item) => !known.has(item))
}
