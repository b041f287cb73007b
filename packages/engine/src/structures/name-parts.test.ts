import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameParts } from './name-parts.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), maxLength: 4 })

describe('the parts of names', () => {
  it('[SB-1] are found by their beginning, and no more once they were removed', () => {
    const entries = fc.uniqueArray(fc.tuple(word, fc.nat({ max: 9 })), {
      selector: ([part, slot]) => part + slot,
    })
    fc.assert(
      fc.property(entries, fc.nat({ max: 20 }), word, (all, removed, beginning) => {
        const parts = new NameParts()
        for (const [part, slot] of all) parts.add(part, slot)
        for (const [part, slot] of all.slice(0, removed)) parts.remove(part, slot)
        const expected = all.slice(removed).filter(([part]) => part.startsWith(beginning))
        const slots = expected.map(([, slot]) => slot).sort()
        expect(parts.slotsBeginning(beginning).sort()).toEqual(slots)
        expect(parts.hasBeginning(beginning)).toBe(slots.length > 0)
      }),
    )
  })
})
