/**
 * Those slots that have a count, greatest count first; equal ones in the order given. A radix sort: it
 * goes over the slots once for each byte that the greatest count has.
 */
export function greatestFirst(slots: readonly number[], counts: Uint32Array): Uint32Array {
  let sorted = new Uint32Array(slots.length)
  let used = 0
  let greatest = 0
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    const count = counts[slot] as number
    if (count === 0) continue
    sorted[used++] = slot
    if (count > greatest) greatest = count
  }
  sorted = sorted.subarray(0, used)
  for (let shift = 0; shift < 32 && greatest >>> shift > 0; shift += 8) sorted = byByte(sorted, counts, shift)
  return sorted
}

/** Sorted by one byte of the counts, greatest first; equal ones stay in order. */
function byByte(slots: Uint32Array, counts: Uint32Array, shift: number): Uint32Array<ArrayBuffer> {
  const places = new Uint32Array(256)
  for (let i = 0; i < slots.length; i++) {
    const byte = ((counts[slots[i] as number] as number) >>> shift) & 255
    places[byte] = (places[byte] as number) + 1
  }
  // Each byte's places begin behind those of all greater ones.
  for (let byte = 255, before = 0; byte >= 0; byte--) {
    const count = places[byte] as number
    places[byte] = before
    before += count
  }
  const sorted = new Uint32Array(slots.length)
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as number
    const byte = ((counts[slot] as number) >>> shift) & 255
    const at = places[byte] as number
    sorted[at] = slot
    places[byte] = at + 1
  }
  return sorted
}
