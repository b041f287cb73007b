import { grown } from './grown.ts'

/**
 * A bitmap over ordinals: one bit each, 32 to a word. Its length is a multiple of 8 words, because loops
 * unrolled by eight take a third of the time.
 * Bitmaps of one table have equal lengths, unless one was made before the table grew. Functions that change a
 * bitmap change their first argument.
 */
export type Bits = Uint32Array

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
  for (let i = 0; i < bits.length; i += 8) {
    bits[i] = (bits[i] as number) & (other[i] as number)
    bits[i + 1] = (bits[i + 1] as number) & (other[i + 1] as number)
    bits[i + 2] = (bits[i + 2] as number) & (other[i + 2] as number)
    bits[i + 3] = (bits[i + 3] as number) & (other[i + 3] as number)
    bits[i + 4] = (bits[i + 4] as number) & (other[i + 4] as number)
    bits[i + 5] = (bits[i + 5] as number) & (other[i + 5] as number)
    bits[i + 6] = (bits[i + 6] as number) & (other[i + 6] as number)
    bits[i + 7] = (bits[i + 7] as number) & (other[i + 7] as number)
  }
}

/**
 * @param other as long as the set, or shorter
 * @param from ordinals below it are left out; a multiple of 256
 */
export function addAll(bits: Bits, other: Bits, from = 0): void {
  for (let i = from >>> 5; i < other.length; i += 8) {
    bits[i] = (bits[i] as number) | (other[i] as number)
    bits[i + 1] = (bits[i + 1] as number) | (other[i + 1] as number)
    bits[i + 2] = (bits[i + 2] as number) | (other[i + 2] as number)
    bits[i + 3] = (bits[i + 3] as number) | (other[i + 3] as number)
    bits[i + 4] = (bits[i + 4] as number) | (other[i + 4] as number)
    bits[i + 5] = (bits[i + 5] as number) | (other[i + 5] as number)
    bits[i + 6] = (bits[i + 6] as number) | (other[i + 6] as number)
    bits[i + 7] = (bits[i + 7] as number) | (other[i + 7] as number)
  }
}

/** @param other as long as the set, or shorter */
export function takeAway(bits: Bits, other: Bits): void {
  for (let i = 0; i < other.length; i += 8) {
    bits[i] = (bits[i] as number) & ~(other[i] as number)
    bits[i + 1] = (bits[i + 1] as number) & ~(other[i + 1] as number)
    bits[i + 2] = (bits[i + 2] as number) & ~(other[i + 2] as number)
    bits[i + 3] = (bits[i + 3] as number) & ~(other[i + 3] as number)
    bits[i + 4] = (bits[i + 4] as number) & ~(other[i + 4] as number)
    bits[i + 5] = (bits[i + 5] as number) & ~(other[i + 5] as number)
    bits[i + 6] = (bits[i + 6] as number) & ~(other[i + 6] as number)
    bits[i + 7] = (bits[i + 7] as number) & ~(other[i + 7] as number)
  }
}

export function isEmpty(bits: Bits): boolean {
  for (let i = 0; i < bits.length; i++) if (bits[i] !== 0) return false
  return true
}

export function countBits(bits: Bits): number {
  return countCommon(bits, bits)
}

/**
 * Counts the ordinals that two bitmaps share. Their lengths may differ.
 * Adds up eight words with carry-save adders, so that bits are counted once for eight words (Harley and
 * Seal).
 */
export function countCommon(bits: Bits, other: Bits): number {
  const end = Math.min(bits.length, other.length)
  let eights = 0
  let [ones, twos, fours] = [0, 0, 0]
  for (let i = 0; i < end; i += 8) {
    const a = (bits[i] as number) & (other[i] as number)
    const b = (bits[i + 1] as number) & (other[i + 1] as number)
    const c = (bits[i + 2] as number) & (other[i + 2] as number)
    const d = (bits[i + 3] as number) & (other[i + 3] as number)
    const e = (bits[i + 4] as number) & (other[i + 4] as number)
    const f = (bits[i + 5] as number) & (other[i + 5] as number)
    const g = (bits[i + 6] as number) & (other[i + 6] as number)
    const h = (bits[i + 7] as number) & (other[i + 7] as number)
    const twosOfB = carry(ones, a, b)
    ones ^= a ^ b
    const twosOfD = carry(ones, c, d)
    ones ^= c ^ d
    const foursOfD = carry(twos, twosOfB, twosOfD)
    twos ^= twosOfB ^ twosOfD
    const twosOfF = carry(ones, e, f)
    ones ^= e ^ f
    const twosOfH = carry(ones, g, h)
    ones ^= g ^ h
    const foursOfH = carry(twos, twosOfF, twosOfH)
    twos ^= twosOfF ^ twosOfH
    eights += bitsInWord(carry(fours, foursOfD, foursOfH))
    fours ^= foursOfD ^ foursOfH
  }
  return 8 * eights + 4 * bitsInWord(fours) + 2 * bitsInWord(twos) + bitsInWord(ones)
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

/**
 * Lists the ordinals of a bitmap, ascending.
 * Writes four ordinals of a word before it tests for more. A test after each bit is mispredicted too often.
 */
export function ordinalsOf(bits: Bits): Uint32Array {
  const count = countBits(bits)
  const ordinals = new Uint32Array(count + 4)
  let at = 0
  for (let i = 0; i < bits.length; i++) {
    let word = bits[i] as number
    if (word === 0) continue
    const first = i << 5
    const end = at + bitsInWord(word)
    while (true) {
      const b = word & (word - 1)
      const c = b & (b - 1)
      const d = c & (c - 1)
      ordinals[at] = first + 31 - Math.clz32(word & -word)
      ordinals[at + 1] = first + 31 - Math.clz32(b & -b)
      ordinals[at + 2] = first + 31 - Math.clz32(c & -c)
      ordinals[at + 3] = first + 31 - Math.clz32(d & -d)
      at += 4
      if (at >= end) break
      word = d & (d - 1)
    }
    at = end
  }
  return ordinals.subarray(0, count)
}

/** Copies a bitmap with capacity for more ordinals. */
export function grownBits(bits: Bits, capacity: number): Bits {
  return grown(bits, bitsFor(capacity))
}

/** The majority of three words, bit by bit: the carry of their sum. */
function carry(a: number, b: number, c: number): number {
  return (a & b) | ((a ^ b) & c)
}

function bitsInWord(word: number): number {
  let n = (word - ((word >>> 1) & 0x55555555)) | 0
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
