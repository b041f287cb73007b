import { CARD_SORT_CHOICES, COLORS, cardOrder, TAG_SORT_CHOICES, tagOrder } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_FILTERS } from './filters.ts'
import { NO_SEARCH, readSearch, searchKey, type WholeSearch, writeSearch } from './search-in-address.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }))
const pairsOf = (choices: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(choices).flatMap(([by, all]) => all.map((of) => [by, of] as const))
const text = fc
  .string({ maxLength: 500, unit: 'grapheme' })
  .filter((each) => !/[\r\n]/.test(each) && each.length <= 500)
const search: fc.Arbitrary<WholeSearch> = fc.record({
  text,
  secondText: text,
  filters: fc.record({
    cardOrder: fc
      .constantFrom(...pairsOf({ ...CARD_SORT_CHOICES, best: [] }))
      .map(([by, of]) => cardOrder(by, of) ?? DEFAULT_FILTERS.cardOrder),
    isBestFirst: fc.boolean(),
    tagOrder: fc
      .constantFrom(...pairsOf(TAG_SORT_CHOICES))
      .map(([by, of]) => tagOrder(by, of) ?? DEFAULT_FILTERS.tagOrder),
    dates: fc.option(
      fc
        .record({
          field: fc.constantFrom('created' as const, 'updated' as const),
          relation: fc.constantFrom('after' as const, 'before' as const, 'between' as const, 'on' as const),
          first: day,
          second: day,
        })
        .map((dates) => (dates.relation === 'between' ? dates : { ...dates, second: dates.first })),
    ),
    colors: fc.subarray([...COLORS, null]),
    onlyTags: fc.boolean(),
    showsDone: fc.boolean(),
    showsHidden: fc.boolean(),
  }),
})

describe('[RT-3] a search in the address', () => {
  it('a search written to an address is read back unchanged', () => {
    fc.assert(
      fc.property(search, (whole) => {
        expect(readSearch(writeSearch(whole))).toEqual(whole)
      }),
    )
  })

  it('a search is read back unchanged from the text of an address', () => {
    fc.assert(
      fc.property(search, (whole) => {
        const texts = JSON.parse(JSON.stringify(writeSearch(whole)))
        expect(readSearch(texts)).toEqual(whole)
      }),
    )
  })

  it('malformed parameters of a search count as missing, without an error', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(NO_SEARCH)), fc.anything()), (address) => {
        const whole = readSearch(address)
        expect(searchKey(writeSearch(whole))).toBe(searchKey(address))
      }),
    )
    expect(readSearch({ dates: 'created,after,2026-02-30', sort: 'most,added', colors: 'no such' })).toEqual({
      text: '',
      secondText: '',
      filters: DEFAULT_FILTERS,
    })
  })

  it('a text with several lines, or as long as a note, is not written to the address', () => {
    const { filters } = readSearch({})
    for (const long of ['a\nb', 'a'.repeat(501)])
      expect(writeSearch({ text: long, secondText: '', filters }).search).toBeUndefined()
  })
})
