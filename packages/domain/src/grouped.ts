/**
 * Writes a number with commas: `1,200`. `Intl` is not used, because its first use takes as long as drawing a screen. The
 * page and the thread that holds the data both write numbers at their start.
 *
 * @param count whole, not negative
 */
export function grouped(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}
