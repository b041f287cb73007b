/**
 * A bitmap over ordinals: one bit each, 32 to a word.
 * Bitmaps of one table have equal lengths, unless one was made before the table grew. Functions that change a
 * bitmap change their first argument.
 */
export type Bits = Uint32Array

/** Makes an empty bitmap; its capacity grows in steps of 256. */
export function bitsFor(capacity: number): Bits {
  return new Uint32Array(((capacity + 255) >>> 8) << 3)
}

export function hasBit(bits: Bits, ordinal: number): boolean {
  return (((bits[ordinal >>> 5] as number) >>> (ordinal & 31)) & 1) === 1
}

export function setBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) | (1 << (ordinal & 31))
}

export function clearBit(bits: Bits, ordinal: number): void {
  bits[ordinal >>> 5] = (bits[ordinal >>> 5] as number) & ~(1 << (ordinal & 31))
}

/** @param other as long as the set */
export function keepCommon(bits: Bits, other: Bits): void {
  for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) & (other[i] as number)
}

/** @param other as long as the set, or shorter */
export function addAll(bits: Bits, other: Bits): void {
  for (let i = 0; i < other.length; i++) bits[i] = (bits[i] as number) | (other[i] as number)
}

/**
 * Adds what two other bitmaps share.
 *
 * @param other as long as the set, or shorter; `within` at least as long as it
 */
export function addCommon(bits: Bits, other: Bits, within: Bits): void {
  for (let i = 0; i < other.length; i++)
    bits[i] = (bits[i] as number) | ((other[i] as number) & (within[i] as number))
}

/** @param other as long as the set, or shorter */
export function takeAway(bits: Bits, other: Bits): void {
  for (let i = 0; i < other.length; i++) bits[i] = (bits[i] as number) & ~(other[i] as number)
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function countBits(bits: Bits): number {
  return countCommon(bits, bits)
}

/** Whether a bitmap has at most `most` ordinals. Stops counting beyond. */
export function holdsAtMost(bits: Bits, most: number): boolean {
  let count = 0
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] === 0) continue
    count += bitsInWord(bits[i] as number)
    if (count > most) return false
  }
  return true
}

/** Counts the ordinals that two bitmaps share. Their lengths may differ. */
export function countCommon(bits: Bits, other: Bits): number {
  const end = Math.min(bits.length, other.length)
  let count = 0
  for (let i = 0; i < end; i++) count += bitsInWord((bits[i] as number) & (other[i] as number))
  return count
}

/** Finds the lowest ordinal that is at least `from`. The bitmap must hold one. */
export function firstOrdinal(bits: Bits, from = 0): number {
  let at = from >>> 5
  let word = (bits[at] as number) & (-1 << (from & 31))
  while (word === 0) word = bits[++at] as number
  return (at << 5) + 31 - Math.clz32(word & -word)
}

/** Finds the highest ordinal of a bitmap that isn't empty. */
export function lastOrdinal(bits: Bits): number {
  let at = bits.length - 1
  while (bits[at] === 0) at--
  return (at << 5) + 31 - Math.clz32(bits[at] as number)
}

/** Lists the ordinals of a bitmap, ascending. */
export function ordinalsOf(bits: Bits): Uint32Array {
  if (scratch.length < bits.length * 32) scratch = new Uint32Array(bits.length * 32)
  let count = 0
  for (let i = 0; i < bits.length; i++)
    for (let word = bits[i] as number; word !== 0; word &= word - 1)
      scratch[count++] = (i << 5) + 31 - Math.clz32(word & -word)
  return scratch.slice(0, count)
}

/** Scratch buffer for the ordinals: counting them first would take as long again. */
let scratch = new Uint32Array(1024)

/** Copies a bitmap with capacity for more ordinals. */
export function resizedBits(bits: Bits, capacity: number): Bits {
  return resized(bits, bitsFor(capacity))
}

function bitsInWord(word: number): number {
  let n = (word - ((word >>> 1) & 0x55555555)) | 0
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Copies a column into the beginning of a longer one. */
export function resized<Column extends { set(column: Column): void }>(from: Column, to: Column): Column {
  to.set(from)
  return to
}

/** The new length of a column that must hold `atLeast` numbers, with spare capacity. */
export function roomForMore(atLeast: number, before: number): number {
  return Math.max(atLeast + (atLeast >>> 5), before * 2)
}
