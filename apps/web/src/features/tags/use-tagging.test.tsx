import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonTags, coverageOf, existingTags, sampleText, shareOf } from './use-tagging.ts'

const cards = [{ tagIds: ['a', 'b'] }, { tagIds: ['a'] }, { tagIds: ['a', 'c', 'b'] }]

describe('tags on chosen cards', () => {
  it('[PU-3] a tag is on all, some or none of the chosen cards', () => {
    const coverage = coverageOf(cards)
    expect(shareOf('a', coverage, 3)).toBe('all')
    expect(shareOf('b', coverage, 3)).toBe('some')
    expect(shareOf('x', coverage, 3)).toBe('none')
    expect(shareOf('a', coverageOf([]), 0)).toBe('none')
  })

  it('[HM-9] existing tags are sorted by number of cards; common tags are on all cards', () => {
    const coverage = coverageOf(cards)
    expect(existingTags(coverage)).toEqual(['a', 'b', 'c'])
    expect(commonTags(coverage, 3)).toEqual(['a'])
  })

  it('[PU-3] a tag is common exactly when it is on all chosen cards', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd')
    const some = fc.array(fc.record({ tagIds: fc.uniqueArray(ids) }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(some, (list) => {
        const coverage = coverageOf(list)
        const all = ['a', 'b', 'c', 'd'].filter((id) => shareOf(id, coverage, list.length) === 'all')
        expect([...commonTags(coverage, list.length)].sort()).toEqual(all)
      }),
    )
  })

  it('[SB-8] suggestions read only the beginning of each card, however long it is', () => {
    const text = sampleText(Array.from({ length: 50 }, () => ({ content: 'x'.repeat(100_000) })))
    expect(text.length).toBeLessThanOrEqual(2_020)
  })
})
