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
    ['tea', 'tae', false],
    ['team', 'taem', true],
    ['programming', 'porgraming', true],
    ['programming', 'porgamin', false],
    ['東京都庁', '東京部庁', true],
  ])('[TG-6] %s near %s: %s', (name, keyword, near) => {
    expect(isNear(name, keyword)).toBe(near)
  })

  it('[TG-6] forgives none below four code points, one from four, two from eight', () => {
    const of = (length: number) => forgivenEdits('x'.repeat(length))
    expect([1, 3, 4, 7, 8, 20].map(of)).toEqual([0, 0, 1, 1, 2, 2])
    expect(forgivenEdits('😀😀😀')).toBe(0)
    expect(forgivenEdits('😀😀😀😀')).toBe(1)
    expect(forgivenEdits('😀'.repeat(7))).toBe(1)
    expect(forgivenEdits('😀'.repeat(8))).toBe(2)
  })
})

describe('isWithinEdits', () => {
  it('[TG-6] agrees with the whole matrix', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), maxLength: 9 })
    fc.assert(
      fc.property(text, text, fc.constantFrom(1, 2), (a, b, edits) => {
        expect(isWithinEdits(a, b, edits)).toBe(distance([...a], [...b]) <= edits)
      }),
      { numRuns: 2000 },
    )
  })

  it('[TG-6] costs nothing with long texts', () => {
    const start = performance.now()
    expect(isWithinEdits('a'.repeat(100_000), 'b', 2)).toBe(false)
    expect(isNear('short', 'x'.repeat(100_000))).toBe(false)
    expect(performance.now() - start).toBeLessThan(50)
  })
})

describe('parts of names', () => {
  it('[SB-1] stand between spaces and underscores', () => {
    expect(nameParts('machine_learning  for cats')).toEqual(['machine', 'learning', 'for', 'cats'])
    expect(beginsAPart('machine_learning', 'learn')).toBe(true)
    expect(beginsAPart('machine_learning', 'earn')).toBe(false)
  })
})

/** Optimal string alignment, recursively, as it is defined. */
function distance(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length
  const [x, y] = [a.slice(0, -1), b.slice(0, -1)]
  const isSame = a.at(-1) === b.at(-1)
  if (isSame) return distance(x, y)
  const isSwap = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  const costs = [distance(x, b) + 1, distance(a, y) + 1, distance(x, y) + 1]
  if (isSwap) costs.push(distance(a.slice(0, -2), b.slice(0, -2)) + 1)
  return Math.min(...costs)
}
