/**
 * A set of slots, one bit each: 32 to a word. Sets of one table have the same length. All functions
 * leave `other` as it is; those that change a set change the first one.
 */
export type Bits = Uint32Array

export function bitsFor(capacity: number): Bits {
  return new Uint32Array((capacity + 31) >>> 5)
}

export function hasBit(bits: Bits, slot: number): boolean {
  return (((bits[slot >>> 5] as number) >>> (slot & 31)) & 1) === 1
}

export function setBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) | (1 << (slot & 31))
}

export function clearBit(bits: Bits, slot: number): void {
  bits[slot >>> 5] = (bits[slot >>> 5] as number) & ~(1 << (slot & 31))
}

export function keepCommon(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (other[i] as number)
}

export function addAll(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (other[i] as number)
}

export function takeAway(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & ~(other[i] as number)
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i] as number
    if (word !== 0) count += bitsInWord(word)
  }
  return count
}

/** How many slots two sets have in common; the sets may be of different lengths. */
export function countCommon(bits: Bits, other: Bits): number {
  const end = Math.min(bits.length, other.length)
  let count = 0
  for (let i = 0; i < end; i++) {
    const word = (bits[i] as number) & (other[i] as number)
    if (word !== 0) count += bitsInWord(word)
  }
  return count
}

/** The lowest slot of a set that isn't empty. */
export function firstSlot(bits: Bits): number {
  let at = 0
  while (bits[at] === 0) at++
  const word = bits[at] as number
  return (at << 5) + 31 - Math.clz32(word & -word)
}

/** The highest slot of a set that isn't empty. */
export function lastSlot(bits: Bits): number {
  let at = bits.length - 1
  while (bits[at] === 0) at--
  return (at << 5) + 31 - Math.clz32(bits[at] as number)
}

/** The slots of a set, ascending. */
export function slotsOf(bits: Bits): Uint32Array {
  const slots = new Uint32Array(countBits(bits))
  let at = 0
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number
    while (word !== 0) {
      const lowest = word & -word
      slots[at++] = (i << 5) + (31 - Math.clz32(lowest))
      word ^= lowest
    }
  }
  return slots
}

/** The same set with room for more slots. */
export function grownBits(bits: Bits, capacity: number): Bits {
  const grown = bitsFor(capacity)
  grown.set(bits)
  return grown
}

function bitsInWord(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
