import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bitsFor, setBit } from './bits.ts'
import { BoundedColumn } from './bounded-column.ts'
import { firstOrdinals, type OrdinalOrder } from './top-ordinals.ts'

describe('firstOrdinals', () => {
  it('[HM-2] firstOrdinals returns the same as sorting all ordinals and cutting, in both directions', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 160, size: 'max' })
    fc.assert(
      fc.property(
        keys,
        fc.nat({ max: 90 }),
        fc.constantFrom(1 as const, -1 as const),
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: 1, max: 4 }),
        (list, count, turn, isSorted, hasBounds, step) => {
          const column = new BoundedColumn(160)
          const sorted = isSorted ? [...list].sort((a, b) => a - b) : list
          for (const [ordinal, key] of sorted.entries()) column.set(ordinal, key)
          const best = turn === 1 ? column.least : column.greatest
          const order: OrdinalOrder = {
            keys: column.values,
            best: hasBounds ? best : null,
            turn,
            compare: (a, b) => turn * ((sorted[a] ?? 0) - (sorted[b] ?? 0)) || b - a,
          }
          const bits = bitsFor(160)
          for (const ordinal of sorted.keys()) setBit(bits, ordinal)
          const isWanted = (ordinal: number) => ordinal % step === 0
          const wanted = [...sorted.keys()].filter(isWanted)
          expect(firstOrdinals(bits, count, order, isWanted)).toEqual(
            wanted.sort(order.compare).slice(0, count),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})
