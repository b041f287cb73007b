import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BoundedColumn } from './bounded-column.ts'

describe('the bounds of a column', () => {
  it('the bounds of a column are those of each 32 numbers, after any changes and resizing', () => {
    const ordinal = fc.nat({ max: 95 })
    const steps = fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.record({ ordinal, value: fc.integer({ min: -5, max: 5 }) }) },
        { weight: 2, arbitrary: fc.record({ ordinal, value: fc.constant(null) }) },
      ),
      { maxLength: 200, size: 'max' },
    )
    fc.assert(
      fc.property(steps, steps, (first, second) => {
        let column = new BoundedColumn(96)
        const values = new Map<number, number>()
        const take = ({ ordinal: at, value }: { ordinal: number; value: number | null }) => {
          if (value === null) {
            column.free(at)
            values.delete(at)
          } else {
            column.set(at, value)
            values.set(at, value)
          }
        }
        first.forEach(take)
        column = column.resized(128)
        second.forEach(take)
        for (let block = 0; block < 4; block++) {
          const there = [...values].filter(([at]) => at >>> 5 === block).map(([, value]) => value)
          expect(column.least[block]).toBe(Math.min(...there))
          expect(column.greatest[block]).toBe(Math.max(...there))
        }
        for (const [at, value] of values) expect(column.values[at]).toBe(value)
      }),
    )
  })
})
