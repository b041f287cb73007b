import { parseSearch } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cardSearch,
  chosenOrder,
  DEFAULT_FILTERS,
  defaultDateChoice,
  instantsOf,
  isDefault,
  orderShown,
  readDay,
  toggleColor,
  writeDay,
} from './filters.ts'

describe('[HM-7] the reset button shows when anything is not default', () => {
  it.each([
    [{}, '', true],
    [{}, '  ', true],
    [{}, 'word', false],
    [{ colors: ['red' as const] }, '', false],
    [{ onlyTags: true }, '', false],
    [{ showsDone: true }, '', false],
    [{ isBestFirst: true }, '', false],
    [{ cardOrder: { by: 'oldest' as const, of: 'added' as const } }, '', false],
    [{ tagOrder: { by: 'least' as const, of: 'tagged' as const } }, '', false],
    [{ dates: defaultDateChoice('created', 'on', new Date()) }, '', false],
  ])('Reset is shown if anything is not default: %j, second text %j', (change, second, expected) => {
    expect(isDefault({ ...DEFAULT_FILTERS, ...change }, second)).toBe(expected)
  })

  it('conditions of Filter can be reset, and "Best match" applies only to searches with words', () => {
    const isUsual = (text: string, isBestFirst = false) =>
      isDefault({ ...DEFAULT_FILTERS, isBestFirst }, '', parseSearch(text))
    for (const text of ['', 'tea', 'tea, -milk', '-color:red', 'tea | color:red', 'site:example.org'])
      expect(isUsual(text), text).toBe(true)
    const written = [
      'color:red',
      'tea, color:red | color:none',
      'created:2026-03',
      'is:open',
      'due:any',
      'due:none',
    ]
    for (const text of written) expect(isUsual(text), text).toBe(false)
    expect(isUsual('', true)).toBe(true)
    expect(isUsual('-tea', true)).toBe(true)
    expect(isUsual('tea', true)).toBe(false)
  })
})

describe('[HM-2] the order "Best match"', () => {
  it('"Best match" sorts searches with words, and other searches keep the order chosen before', () => {
    const chosen = { ...DEFAULT_FILTERS, cardOrder: { by: 'oldest', of: 'added' } as const }
    const best = { ...chosen, ...chosenOrder({ by: 'best', of: 'match' }) }
    const orderFor = (text: string, filters = best) => cardSearch(null, text, '', filters).order
    for (const text of ['tea', '"green tea"', 'tea, color:red', '-(a), tea'])
      expect(orderFor(text)).toEqual({ by: 'best', of: 'match' })
    for (const text of ['', 'color:red', '-tea', 'tea | milk', 'tag:tea'])
      expect(orderFor(text)).toEqual({ by: 'oldest', of: 'added' })
    expect(orderShown({ text: 'tea', filters: best })).toEqual({ by: 'best', of: 'match' })
    const other = { ...best, ...chosenOrder({ by: 'most', of: 'tagged' }) }
    expect(orderFor('tea', other)).toEqual({ by: 'most', of: 'tagged' })
  })
})

describe('[SB-1] a note that is being added', () => {
  it.each(['a | b\n-c, "d"', '| one | two |', '> said "so", is:open'])(
    'the text of a new note is searched as plain words: %j',
    (text) => {
      expect(cardSearch(null, `${text}\n`, '', DEFAULT_FILTERS).search).toEqual({ kind: 'text', text })
    },
  )

  it('a search of one line keeps its operators', () => {
    expect(cardSearch(null, 'a | b', '', DEFAULT_FILTERS).search.kind).toBe('any')
  })
})

describe('[HM-5] colours toggle on click', () => {
  it('the colour filter adds and removes colours, and includes colourless', () => {
    expect(toggleColor([], 'red')).toEqual(['red'])
    expect(toggleColor(['red', null], null)).toEqual(['red'])
    expect(toggleColor(['red'], 'red')).toEqual([])
  })
})

describe('[HM-3] dates', () => {
  const now = new Date(2026, 2, 4, 15, 0) // a Wednesday

  it('the default dates are the first of the month, last Sunday, last Sunday to today, today', () => {
    const first = (relation: 'after' | 'before' | 'between' | 'on') =>
      writeDay(defaultDateChoice('created', relation, now).first)
    expect(first('after')).toBe('2026-03-01')
    expect(first('before')).toBe('2026-03-01')
    expect(first('between')).toBe('2026-03-01')
    expect(first('on')).toBe('2026-03-04')
    expect(writeDay(defaultDateChoice('updated', 'between', new Date(2026, 2, 3)).first)).toBe('2026-03-01')
    expect(writeDay(defaultDateChoice('updated', 'before', new Date(2026, 3, 2)).first)).toBe('2026-03-29')
  })

  it('the date filter turns local days into instants, and includes the named days', () => {
    const on = instantsOf(defaultDateChoice('updated', 'on', now))
    expect(on).toEqual({
      field: 'updated',
      start: new Date(2026, 2, 4).getTime(),
      end: new Date(2026, 2, 5).getTime(),
    })
  })

  it('the date filter reads only the format of a date input', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(1, 0, 1), max: new Date(9998, 0, 1), noInvalidDate: true }),
        (date) => {
          const day = { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
          expect(readDay(writeDay(day))).toEqual(day)
        },
      ),
    )
    for (const bad of ['', '2026-2-1', '2026-02-31', '2026-13-01', 'today']) expect(readDay(bad)).toBeNull()
  })
})

it('[SB-1] the kind, both texts and the filters of a screen become one search', () => {
  const search = cardSearch('note', 'Maths, -old', 'proof', { ...DEFAULT_FILTERS, colors: [null] })
  expect(search).toEqual({
    type: 'note',
    search: parseSearch('Maths, -old'),
    second: { kind: 'text', text: 'proof' },
    onlyTags: false,
    done: false,
    colors: [null],
    dates: null,
    order: { by: 'recently', of: 'added' },
  })
})
