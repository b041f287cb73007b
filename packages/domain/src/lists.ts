/** In the order of first occurrence. */
export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

/** The items of the second list that are not in the first. */
export function missingFrom<T>(items: readonly T[], others: readonly T[]): T[] {
  const known = new Set(items)
  return others.filter((item) => !known.has(item))
}

/**
 * A number with commas: `1,200`. `Intl` is avoided, because its first use takes as long as drawing a screen,
 * and both the page and the worker write numbers at start.
 *
 * @param count whole, not negative
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/**
 * Removes trailing characters that are in `among`. Linear; a regular expression would be quadratic on long
 * runs of them.
 */
export function withoutEnd(text: string, among: string): string {
  let end = text.length
  while (end > 0 && among.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** How many items two lists share at their start. */
export function commonStart<T>(a: readonly T[], b: readonly T[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}
