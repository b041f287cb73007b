import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { beginsAPart, forgivenEdits, isNear, isWithinEdits, nameParts } from './nearness.ts'

describe('isNear', () => {
  it.each([
    ['recipes', 'recipe', true],
    ['recipe', 'recpie', true],
    ['recipe', 'recip', true],
    ['recipe', 'rceiep', false],
    ['my recipe book', 'recpie', true],
    ['my_recipe', 'recpie', true],
    ['grandmother', 'moth', true],
    ['my tea', 'y t', true],
    ['tea', 'te', true],
    ['te', 'tea', false],
    ['tea', 'tae', false],
    ['team', 'taem', true],
    ['programming', 'porgraming', true],
    ['programming', 'porgamin', false],
    ['東京都庁', '東京部庁', true],
  ])('[TG-6] for %s and %s isNear is %s', (name, keyword, near) => {
    expect(isNear(name, keyword)).toBe(near)
  })

  it('[TG-6] isNear allows no edit below four code points, one edit from four, and two from eight', () => {
    const of = (length: number) => forgivenEdits('x'.repeat(length))
    expect([1, 3, 4, 7, 8, 20].map(of)).toEqual([0, 0, 1, 1, 2, 2])
    expect(forgivenEdits('😀😀😀')).toBe(0)
    expect(forgivenEdits('😀😀😀😀')).toBe(1)
    expect(forgivenEdits('😀'.repeat(7))).toBe(1)
    expect(forgivenEdits('😀'.repeat(8))).toBe(2)
  })
})

describe('isWithinEdits', () => {
  it('[TG-6] isWithinEdits agrees with the definition', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 9 })
    fc.assert(
      fc.property(text, text, fc.constantFrom(1, 2), (a, b, edits) => {
        expect(isWithinEdits(a, b, edits)).toBe(canReach([...a], [...b], edits))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('parts of names', () => {
  it('[SB-1] the parts of a name are separated by spaces and underscores', () => {
    expect(nameParts('machine_learning  for cats')).toEqual(['machine', 'learning', 'for', 'cats'])
    expect(beginsAPart('machine_learning', 'learn')).toBe(true)
    expect(beginsAPart('machine_learning', 'earn')).toBe(false)
  })
})

/** Optimal string alignment by its recursive definition: is b within this many edits of a? */
function canReach(a: readonly string[], b: readonly string[], edits: number): boolean {
  if (edits < 0) return false
  if (a.length === 0 || b.length === 0) return a.length + b.length <= edits
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)]
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return (
    canReach(x, y, a.at(-1) === b.at(-1) ? edits : edits - 1) ||
    canReach(x, b, edits - 1) ||
    canReach(a, y, edits - 1) ||
    (isSwap && canReach(a.slice(0, -2), b.slice(0, -2), edits - 1))
  )
}
