import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardOrder, compareCodePoints, SORT_BY, SORT_OF, tagOrder } from './sorting.ts'

const pairs = SORT_BY.flatMap((by) => SORT_OF.map((of) => `${by} ${of}`))
const allowed = (order: (by: string, of: string) => unknown) =>
  pairs.filter((pair) => order(...(pair.split(' ') as [string, string])) !== null)

describe('orders', () => {
  it('[HM-2] only the listed sort orders of cards are allowed', () => {
    expect(allowed(cardOrder)).toEqual([
      'recently added',
      'recently updated',
      'oldest added',
      'oldest updated',
      'most tagged',
      'least tagged',
      'alphabetically asc',
      'alphabetically desc',
      'soonest due',
      'by-hand placed',
      'best match',
    ])
  })

  it('[HM-2] [TG-5] only the listed sort orders of tags are allowed', () => {
    expect(allowed(tagOrder)).toEqual([
      'recently added',
      'recently updated',
      'recently searched',
      'oldest added',
      'oldest updated',
      'oldest searched',
      'most tagged',
      'most searched',
      'least tagged',
      'least searched',
      'alphabetically asc',
      'alphabetically desc',
    ])
  })

  it('[HM-2] an unknown name, such as constructor, is not a sort order', () => {
    expect(cardOrder('constructor', 'length')).toBeNull()
    expect(tagOrder('', '')).toBeNull()
  })
})

describe('compareCodePoints', () => {
  it('compareCodePoints has the order of code points, not of UTF-16 units', () => {
    expect(compareCodePoints('\uffff', '😀')).toBeLessThan(0)
    expect('\uffff' < '😀').toBe(false)
    expect(compareCodePoints('\ud7ff', '\ue000')).toBeLessThan(0)
    expect(compareCodePoints('\u{103fe}', '\u{103ff}')).toBeLessThan(0)
    expect(compareCodePoints('a', 'ab')).toBeLessThan(0)
    expect(compareCodePoints('ab', 'ab')).toBe(0)
  })

  it('compareCodePoints agrees with comparing lists of code points', () => {
    const byTheRule = (a: string, b: string) => {
      const [x, y] = [a, b].map((text) => Array.from(text, (char) => char.codePointAt(0) ?? 0)) as [
        number[],
        number[],
      ]
      for (let i = 0; i < Math.min(x.length, y.length); i++)
        if (x[i] !== y[i]) return Math.sign((x[i] ?? 0) - (y[i] ?? 0))
      return Math.sign(x.length - y.length)
    }
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\ue000', '\uffff', '😀', '😁', '𐌰') })
    fc.assert(fc.property(text, text, (a, b) => Math.sign(compareCodePoints(a, b)) === byTheRule(a, b)))
  })
})
