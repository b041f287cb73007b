/** Returns the items without repetition, each where it first stood. */
export function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}
