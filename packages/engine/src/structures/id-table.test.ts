import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IdTable } from './id-table.ts'

/** Few ids, so that they meet again, and ids of every form. */
const ids = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 300 }).map((n) => `a${n.toString(16).padStart(23, '0')}`) },
  fc.nat({ max: 20 }).map((n) => `A${n.toString(16).padStart(23, '0')}`),
  fc.constantFrom('', 'no id at all', 'é'.repeat(24), '0'.repeat(24), 'f'.repeat(24), `${'0'.repeat(23)}g`),
)

describe('IdTable', () => {
  it('gives back what a map gives back, whatever was added and removed', () => {
    const steps = fc.array(fc.tuple(ids, fc.nat({ max: 9 })), { maxLength: 600, size: 'max' })
    fc.assert(
      fc.property(steps, (all) => {
        const table = new IdTable()
        const model = new Map<string, number>()
        for (const [n, [id, chance]] of all.entries()) {
          if (!model.has(id)) {
            table.add(id, n)
            model.set(id, n)
          } else if (chance < 5) {
            table.remove(id)
            model.delete(id)
          }
          expect(table.get(id)).toBe(model.get(id) ?? -1)
          expect(table.count).toBe(model.size)
        }
        for (const [id] of all) expect(table.get(id)).toBe(model.get(id) ?? -1)
      }),
      { numRuns: 200 },
    )
  })
})
