import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { greatestFirst } from './ranking.ts'

describe('greatestFirst', () => {
  it('greatestFirst returns the order of a stable sort by count, without zero counts', () => {
    const count = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 70_000 }), fc.nat({ max: 2 ** 32 - 1 }))
    fc.assert(
      fc.property(fc.array(count, { maxLength: 60 }), fc.boolean(), (list, isBackward) => {
        const counts = Uint32Array.from(list)
        const ordinals = isBackward ? [...list.keys()].reverse() : [...list.keys()]
        const expected = ordinals
          .filter((ordinal) => list[ordinal] !== 0)
          .sort((a, b) => (list[b] ?? 0) - (list[a] ?? 0))
        expect([...greatestFirst(ordinals, counts)]).toEqual(expected)
      }),
    )
  })
})
