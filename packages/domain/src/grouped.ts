/**
 * Writes a number with commas: "1,200". `Intl` is not used, because its first use takes as long as drawing a screen,
 * and both the page and the thread that holds the data write numbers as they start.
 *
 * @param count whole, not negative
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
