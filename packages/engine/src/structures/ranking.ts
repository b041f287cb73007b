/**
 * Sorts ordinals that have a count, greatest count first, stable. Small counts, which are most, use counting
 * sort. The few large ones are compared.
 */
export function greatestFirst(ordinals: readonly number[], counts: Uint32Array): Uint32Array {
  const great: number[] = []
  const places = new Uint32Array(SMALL)
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number
    const count = counts[ordinal] as number
    if (count < SMALL) places[count] = (places[count] as number) + 1
    else great.push(ordinal)
  }
  // Each count's range begins after all greater counts. Zero counts get the last range: testing for them
  // would be mispredicted more often than it saves.
  let used = great.length
  let counted = 0
  for (let count = SMALL - 1; count >= 0; count--) {
    const ofCount = places[count] as number
    places[count] = used
    counted = used
    used += ofCount
  }
  const sorted = new Uint32Array(used)
  sorted.set(great.sort((a, b) => (counts[b] as number) - (counts[a] as number)))
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i] as number
    const count = counts[ordinal] as number
    if (count >= SMALL) continue
    const at = places[count] as number
    sorted[at] = ordinal
    places[count] = at + 1
  }
  return sorted.subarray(0, counted)
}

/** Counts below this use counting sort. */
const SMALL = 1024
