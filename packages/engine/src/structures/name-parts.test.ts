import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameParts } from './name-parts.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '\u{1f600}'), maxLength: 4 })

describe('the parts of names', () => {
  it('[SB-1] parts of names are found by their beginning until they are removed', () => {
    const entries = fc.uniqueArray(fc.tuple(word, fc.nat({ max: 9 })), {
      selector: ([part, ordinal]) => part + ordinal,
    })
    fc.assert(
      fc.property(entries, fc.nat({ max: 20 }), word, (all, removed, beginning) => {
        const parts = new NameParts()
        for (const [part, ordinal] of all) parts.add(part, ordinal)
        for (const [part, ordinal] of all.slice(0, removed)) parts.remove(part, ordinal)
        const expected = all.slice(removed).filter(([part]) => part.startsWith(beginning))
        const ordinals = expected.map(([, ordinal]) => ordinal).sort()
        expect(parts.ordinalsBeginning(beginning).sort()).toEqual(ordinals)
        expect(parts.hasBeginning(beginning)).toBe(ordinals.length > 0)
      }),
    )
  })
})
