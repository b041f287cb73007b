import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LONGEST_PLACE,
  type Place,
  placeBetween,
  placeKey,
  placeOf,
  placeOnTop,
  placeProblem,
} from './place.ts'

const ids = fc
  .array(fc.constantFrom(...'0123456789abcdef'), { minLength: 24, maxLength: 24 })
  .map((all) => all.join(''))
const placed = fc.record({
  id: ids,
  createdAt: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  place: fc.option(fc.stringMatching(/^[0-9A-Za-z]{0,12}[1-9A-Za-z]$/)),
})
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

describe('places in the order by hand', () => {
  it('a valid place exists between any two places', () => {
    fc.assert(
      fc.property(placed, placed, ids, (a, b, id) => {
        const [low, high] = [placeOf(a), placeOf(b)].sort(compare) as [Place, Place]
        fc.pre(low !== high)
        for (const [before, after] of [
          [low, high],
          [null, low],
          [high, null],
          [null, null],
        ] as const) {
          const place = placeBetween(before, after, id)
          if (before !== null) expect(compare(before, place)).toBe(-1)
          if (after !== null) expect(compare(place, after)).toBe(-1)
          expect(placeProblem(place)).toBe(null)
        }
      }),
    )
  })

  it('two devices that put two cards into one gap give them different places', () => {
    fc.assert(
      fc.property(placed, placed, ids, ids, (a, b, first, second) => {
        fc.pre(first.slice(-8) !== second.slice(-8))
        const [low, high] = [placeOf(a), placeOf(b)].sort(compare) as [Place, Place]
        expect(placeBetween(low, high, first)).not.toBe(placeBetween(low, high, second))
      }),
    )
  })

  it('the numbers of two places have the order of their texts, unless the numbers are equal', () => {
    fc.assert(
      fc.property(placed, placed, (a, b) => {
        if (placeKey(a) !== placeKey(b))
          expect(Math.sign(placeKey(a) - placeKey(b))).toBe(compare(placeOf(a), placeOf(b)))
      }),
    )
  })

  it('cards without a place stand newest first, before a card that was moved to the top', () => {
    const card = (createdAt: number) => ({ id: 'c'.repeat(24), place: null, createdAt })
    expect(compare(placeOf(card(2)), placeOf(card(1)))).toBe(-1)
    const top = placeOnTop(placeOf(card(1_000)), 2_000, 'd'.repeat(24))
    expect(compare(top, placeOf(card(1_000)))).toBe(-1)
    expect(compare(placeOf(card(2_001)), top)).toBe(-1)
    // The clock of the device that moves the card is behind.
    const later = placeOnTop(top, 500, 'e'.repeat(24))
    expect(compare(later, top)).toBe(-1)
    expect(compare(placeOnTop(null, 3_000, 'f'.repeat(24)), later)).toBe(-1)
  })

  it('places stay short after a thousand moves into one gap or to one end', () => {
    const between = (next: (place: Place) => Place) => {
      let place = placeOf({ id: 'c'.repeat(24), place: null, createdAt: 1_700_000_000_000 })
      for (let move = 0; move < 1_000; move++) place = next(place)
      return place.length
    }
    const id = (move: Place) => move.length.toString(16).padStart(24, 'e')
    expect(between((place) => placeBetween('F', place, id(place)))).toBeLessThan(LONGEST_PLACE)
    expect(between((place) => placeBetween(place, 'zzzzzzzzzzz', id(place)))).toBeLessThan(LONGEST_PLACE)
    expect(between((place) => placeOnTop(place, 1_700_000_000_001, id(place)))).toBeLessThan(LONGEST_PLACE)
    expect(between((place) => placeBetween(place, null, id(place)))).toBeLessThan(LONGEST_PLACE)
  })
})
