import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginsAPart,
  type Closeness,
  closeness,
  codePointsOf,
  compareCloseness,
  forgivenEdits,
  isNear,
  isWithinEdits,
  nameParts,
} from './nearness.ts'

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
  ])('[TG-6] %s near %s: %s', (name, keyword, near) => {
    expect(isNear(name, keyword)).toBe(near)
  })

  it('[TG-6] isNear forgives none below four code points, one from four, two from eight', () => {
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

describe('closeness', () => {
  const of = (typed: string, word: string) => closeness(codePointsOf(typed), codePointsOf(word))

  it.each([
    ['hotky', 'hotkey', 1, true],
    ['validaton', 'validation', 1, true],
    ['vlaidation', 'validation', 1, true],
    ['vallidatoin', 'validation', 2, true],
    // The longer of the two has four letters, or eight.
    ['jva', 'java', 1, true],
    ['mesags', 'messages', 2, true],
    ['vlaid', 'validation', 1, false],
    ['progarm', 'programming', 1, false],
    ['日本橋駅', '日本橋', 1, true],
  ])('[SB-1] %s is close to %s', (typed, word, edits, isWhole) => {
    expect(of(typed, word)).toMatchObject({ edits, isWhole })
  })

  it.each([
    ['jva', 'jav'],
    ['cat', 'cot'],
    ['ab', 'abcd'],
    ['latge', 'lattice'],
    ['mesags', 'massage'],
    // The first letter of a beginning has to be right.
    ['alid', 'validation'],
    ['balid', 'validation'],
    // Found by an exact search.
    ['hotkey', 'hotkeys'],
    ['dation', 'validation'],
    ['x'.repeat(41), `${'x'.repeat(40)}y`],
  ])('[SB-1] %s is not close to %s', (typed, word) => {
    expect(of(typed, word)).toBeNull()
  })

  it('[SB-1] closeness is what its definition says', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀'), minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(text, text, (typed, word) => {
        expect(of(typed, word)).toEqual(byDefinition(typed, word))
      }),
      { numRuns: 3000 },
    )
  })
})

/** The best of all beginnings of the word, the word itself included. */
function byDefinition(typed: string, word: string): Closeness | null {
  const [from, to] = [[...typed], [...word]]
  if (word.includes(typed)) return null
  const differs = from.findIndex((point, at) => point !== to[at])
  const shared = differs === -1 ? from.length : differs
  const found = to.flatMap((_, at): Closeness[] => {
    const end = to.slice(0, at + 1)
    const longer = Math.max(end.length, from.length)
    const edits = [0, 1, 2].find((few) => canReach(from, end, few))
    const isWhole = end.length === to.length
    const isForgiven = edits !== undefined && edits <= (longer < 4 ? 0 : longer < 8 ? 1 : 2)
    return isForgiven && (isWhole || (from.length >= 4 && shared > 0)) ? [{ edits, isWhole, shared }] : []
  })
  return found.sort(compareCloseness)[0] ?? null
}

describe('parts of names', () => {
  it('[SB-1] stand between spaces and underscores', () => {
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
