import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addAll,
  bitsFor,
  countBits,
  countCommon,
  firstSlot,
  isEmpty,
  keepCommon,
  lastSlot,
  setBit,
  slotsOf,
  takeAway,
} from './bits.ts'

const CAPACITY = 700
const slots = fc.oneof(
  fc.uniqueArray(fc.nat({ max: CAPACITY - 1 }), { maxLength: 40 }),
  // Most words full, so that what is counted carries over.
  fc
    .uniqueArray(fc.nat({ max: CAPACITY - 1 }), { maxLength: 40 })
    .map((missing) =>
      Array.from({ length: CAPACITY }, (_, slot) => slot).filter((slot) => !missing.includes(slot)),
    ),
)
const setOf = (list: readonly number[], capacity = CAPACITY) => {
  const bits = bitsFor(capacity)
  for (const slot of list) setBit(bits, slot)
  return bits
}
const ascending = (list: Iterable<number>) => [...list].sort((a, b) => a - b)

describe('sets of slots', () => {
  it('are joined, cut and counted as sets are', () => {
    fc.assert(
      fc.property(slots, slots, (one, other) => {
        const [a, b] = [new Set(one), new Set(other)]
        const changed = (change: (bits: Uint32Array, by: Uint32Array) => void) => {
          const bits = setOf(one)
          change(bits, setOf(other))
          return [...slotsOf(bits)]
        }
        expect(changed(keepCommon)).toEqual(ascending([...a].filter((slot) => b.has(slot))))
        expect(changed(addAll)).toEqual(ascending(new Set([...a, ...b])))
        expect(changed(takeAway)).toEqual(ascending([...a].filter((slot) => !b.has(slot))))
        expect(countCommon(setOf(one), setOf(other))).toBe([...a].filter((slot) => b.has(slot)).length)
        expect(countBits(setOf(one))).toBe(a.size)
        expect(isEmpty(setOf(one))).toBe(a.size === 0)
        if (a.size > 0) {
          expect(firstSlot(setOf(one))).toBe(Math.min(...one))
          expect(lastSlot(setOf(one))).toBe(Math.max(...one))
          for (const slot of one) expect(firstSlot(setOf(one), slot)).toBe(slot)
          for (const slot of other.filter((each) => each <= Math.max(...one)))
            expect(firstSlot(setOf(one), slot)).toBe(Math.min(...one.filter((each) => each >= slot)))
        }
      }),
    )
  })

  it('take in and leave out what is in a shorter set', () => {
    const bits = setOf([3, 300, 699])
    addAll(bits, setOf([5, 255], 256))
    takeAway(bits, setOf([3], 256))
    expect([...slotsOf(bits)]).toEqual([5, 255, 300, 699])
    expect(countCommon(bits, setOf([5, 7], 256))).toBe(1)
  })
})
