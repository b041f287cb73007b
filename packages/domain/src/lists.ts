/** In the order of first occurrence. */
export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}

/** Returns the items of the second list that the first lacks. */
export function missingFrom<T>(items: readonly T[], others: readonly T[]): T[] {
  const known = new Set(items)
  return others.filter((item) => !known.has(item))
}

/**
 * Writes a number with commas: `1,200`. `Intl` is not used, because its first use takes as long as drawing a screen. The
 * page and the thread that holds the data both write numbers at their start.
 *
 * @param count whole, not negative
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Removes trailing characters that are in `among`. Linear; a regular expression would scan each run of them again. */
export function withoutEnd(text: string, among: string): string {
  let end = text.length
  while (end > 0 && among.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Returns how many items two lists have in common at their start. */
export function commonStart<T>(a: readonly T[], b: readonly T[]): number {
  let n = 0
  while (n < a.length && n < b.length && a[n] === b[n]) n++
  return n
}
