import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addAll,
  addCommon,
  bitsFor,
  countBits,
  countCommon,
  firstOrdinal,
  isEmpty,
  keepCommon,
  lastOrdinal,
  ordinalsOf,
  setBit,
  takeAway,
} from './bits.ts'

const CAPACITY = 700
const ordinals = fc.oneof(
  fc.uniqueArray(fc.nat({ max: CAPACITY - 1 }), { maxLength: 40 }),
  // Nearly all bits are set, so that counting them carries from one bit field to the next.
  fc
    .uniqueArray(fc.nat({ max: CAPACITY - 1 }), { maxLength: 40 })
    .map((missing) =>
      Array.from({ length: CAPACITY }, (_, ordinal) => ordinal).filter(
        (ordinal) => !missing.includes(ordinal),
      ),
    ),
)
const setOf = (list: readonly number[], capacity = CAPACITY) => {
  const bits = bitsFor(capacity)
  for (const ordinal of list) setBit(bits, ordinal)
  return bits
}
const ascending = (list: Iterable<number>) => [...list].sort((a, b) => a - b)

describe('sets of ordinals', () => {
  it('union, intersection and size of bitmaps equal those of sets', () => {
    fc.assert(
      fc.property(ordinals, ordinals, (one, other) => {
        const [a, b] = [new Set(one), new Set(other)]
        const changed = (change: (bits: Uint32Array, by: Uint32Array) => void) => {
          const bits = setOf(one)
          change(bits, setOf(other))
          return [...ordinalsOf(bits)]
        }
        expect(changed(keepCommon)).toEqual(ascending([...a].filter((ordinal) => b.has(ordinal))))
        expect(changed(addAll)).toEqual(ascending(new Set([...a, ...b])))
        expect(changed(takeAway)).toEqual(ascending([...a].filter((ordinal) => !b.has(ordinal))))
        expect(changed((bits, by) => addCommon(bits, setOf([0, 300, 699]), by))).toEqual(
          ascending(new Set([...a, ...[0, 300, 699].filter((ordinal) => b.has(ordinal))])),
        )
        expect(countCommon(setOf(one), setOf(other))).toBe([...a].filter((ordinal) => b.has(ordinal)).length)
        expect(countBits(setOf(one))).toBe(a.size)
        expect(isEmpty(setOf(one))).toBe(a.size === 0)
        if (a.size > 0) {
          expect(firstOrdinal(setOf(one))).toBe(Math.min(...one))
          expect(lastOrdinal(setOf(one))).toBe(Math.max(...one))
          for (const ordinal of one) expect(firstOrdinal(setOf(one), ordinal)).toBe(ordinal)
          for (const ordinal of other.filter((each) => each <= Math.max(...one)))
            expect(firstOrdinal(setOf(one), ordinal)).toBe(Math.min(...one.filter((each) => each >= ordinal)))
        }
      }),
    )
  })

  it('a bitmap can be added to and removed from a longer one', () => {
    const bits = setOf([3, 300, 699])
    addAll(bits, setOf([5, 255], 256))
    takeAway(bits, setOf([3], 256))
    expect([...ordinalsOf(bits)]).toEqual([5, 255, 300, 699])
    expect(countCommon(bits, setOf([5, 7], 256))).toBe(1)
  })
})
