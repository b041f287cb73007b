import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstSlots, type SlotOrder } from './top-slots.ts'

describe('firstSlots', () => {
  it('[HM-2] gives what sorting all and cutting gives, either way round, whatever the arrangement', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 80, size: 'max' })
    fc.assert(
      fc.property(
        keys,
        fc.nat({ max: 90 }),
        fc.constantFrom(1 as const, -1 as const),
        fc.boolean(),
        (list, count, turn, isSorted) => {
          const column = Float64Array.from(isSorted ? [...list].sort((a, b) => a - b) : list)
          const order: SlotOrder = {
            keys: column,
            turn,
            compare: (a, b) => turn * ((column[a] ?? 0) - (column[b] ?? 0)) || b - a,
          }
          const slots = Uint32Array.from(list.keys())
          expect(firstSlots(slots, count, order)).toEqual([...slots].sort(order.compare).slice(0, count))
        },
      ),
      { numRuns: 500 },
    )
  })
})
