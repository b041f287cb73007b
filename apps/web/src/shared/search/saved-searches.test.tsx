import { allOf, anyOf, parseSearch } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterUse } from '../../features/home/device.ts'
import { cardSearch, type DateChoice, DEFAULT_FILTERS, instantsOf, localCalendar } from './filters.ts'
import {
  afterSaving,
  droppedBySaving,
  sameSearch,
  savedSearchesWith,
  takenBack,
  wholeSearchText,
  writeSavedSearch,
} from './saved-searches.ts'
import { createSearchStore } from './search-store.ts'

describe('[HM-6] saved searches', () => {
  it('at most 10 saved searches are kept, and the oldest is dropped', () => {
    let saved: readonly string[] = []
    for (let i = 0; i < 12; i++) saved = afterSaving(saved, `tag ${i}`)
    expect(saved).toHaveLength(10)
    expect(saved[0]).toBe('tag 2')
    expect(saved.at(-1)).toBe('tag 11')
  })

  it('saving a search returns the one that was dropped, if any', () => {
    const ten = Array.from({ length: 10 }, (_, i) => `tag ${i}`)
    const dropped = (before: readonly string[], text: string) =>
      droppedBySaving(before, afterSaving(before, text))
    expect(dropped(ten, 'new')).toBe('tag 0')
    expect(dropped(ten.slice(1), 'new')).toBeNull()
    expect(dropped(ten, 'TAG 3')).toBeNull()
  })

  it('saving a search again makes it the newest, whatever the order of its words', () => {
    expect(afterSaving(['a, b', 'c'], ' B,a ')).toEqual(['c', 'B, a'])
    expect(sameSearch('a, -b', '-B , a')).toBe(true)
    expect(sameSearch('a, -b', 'a, b')).toBe(false)
  })

  it('an empty search is not saved', () => {
    expect(afterSaving(['a'], ' , ')).toEqual(['a'])
    expect(writeSavedSearch('a,a, -b')).toBe('a, -b')
    expect(afterSaving(['a'], 'x'.repeat(10_001))).toEqual(['a'])
  })

  it('dates, colours and the second search are saved as parts of the text', () => {
    const day = (day: number) => ({ year: 2026, month: 3, day })
    const dates: DateChoice = { field: 'updated', relation: 'between', first: day(9), second: day(1) }
    const state = createSearchStore({
      text: 'milk, -tea ',
      secondText: 'oven, -hot pan',
      filters: { ...DEFAULT_FILTERS, colors: ['red', null], dates },
    }).getState()
    const whole = wholeSearchText(state)
    expect(whole).toBe(
      'milk, -tea, updated:2026-03-01..2026-03-09, color:red | color:none, "oven", -"hot pan"',
    )
    const asked = cardSearch(null, state.text, state.secondText, state.filters)
    expect(parseSearch(whole, localCalendar())).toEqual(
      allOf([
        asked.search,
        { kind: 'time', days: '2026-03-01..2026-03-09', ...instantsOf(dates) },
        anyOf([
          { kind: 'color', color: 'red' },
          { kind: 'color', color: null },
        ]),
        asked.second,
      ]),
    )
    expect(wholeSearchText({ ...state, text: '' })).toMatch(/^updated:/)
    expect(wholeSearchText(createSearchStore({ text: 'a,b ' }).getState())).toBe('a,b ')
  })

  it.each([
    ['after', 'created:>=2026-03-05'],
    ['before', 'created:<=2026-03-05'],
    ['on', 'created:2026-03-05'],
  ] as const)('a saved search %s a day includes the same days as the filter', (relation, text) => {
    const first = { year: 2026, month: 3, day: 5 }
    const dates: DateChoice = { field: 'created', relation, first, second: first }
    const filters = { ...DEFAULT_FILTERS, dates }
    expect(wholeSearchText(createSearchStore({ filters }).getState())).toBe(text)
    expect(parseSearch(text, localCalendar())).toMatchObject({ kind: 'time', ...instantsOf(dates) })
  })

  it('undoing a change of saved searches keeps what another device did meanwhile', () => {
    const before = ['a', 'b', 'c', 'd']
    const after = ['a', 'd']
    expect(takenBack(['a', 'd', 'far'], before, after)).toEqual(['a', 'b', 'c', 'd', 'far'])
    expect(takenBack(['d'], before, after), 'gone elsewhere').toEqual(['b', 'c', 'd'])
    expect(takenBack(['a', 'C', 'd'], before, after), 'saved again elsewhere').toEqual(['a', 'b', 'C', 'd'])
  })

  it('undoing a saved search restores the one that was dropped', () => {
    const before = Array.from({ length: 10 }, (_, index) => `tag ${index}`)
    const after = afterSaving(before, 'new')
    expect(takenBack(after, before, after)).toEqual(before)
    const meanwhile = afterSaving(after, 'far')
    expect(takenBack(meanwhile, before, after)).toEqual(['tag 0', ...before.slice(2), 'far'])
  })

  it('undoing at once restores the whole list', () => {
    const searches = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 10 })
    fc.assert(
      fc.property(searches, fc.nat(), fc.constantFrom(...'mno'), (before, chance, added) => {
        const removed = before.filter((_, index) => index !== chance % Math.max(1, before.length))
        expect(takenBack(removed, before, removed)).toEqual(before)
        const saved = afterSaving(before, added)
        expect(takenBack(saved, before, saved)).toEqual(before)
      }),
    )
  })

  it('a saved search asks for the same cards when it is run', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'B', 'é', ',', '，', '-', ' ', '\n') }), (text) => {
        expect(parseSearch(writeSavedSearch(text))).toEqual(parseSearch(text))
      }),
    )
  })

  it('running a saved search removes other filters, and keeps the order', () => {
    const search = createSearchStore({ text: 'x', secondText: 'flour' })
    search.getState().filter({ colors: ['red'], onlyTags: true, cardOrder: { by: 'oldest', of: 'added' } })
    search.getState().restore('a, -b')
    const { text, restedText, secondText, filters } = search.getState()
    expect([text, restedText, secondText]).toEqual(['a, -b', 'a, -b', ''])
    expect(filters).toMatchObject({ colors: [], dates: null, onlyTags: false })
    expect(filters.cardOrder).toEqual({ by: 'oldest', of: 'added' })
  })

  it('the saved searches that contain a tag are counted', () => {
    const saved = ['maths, a', 'Maths, b', '-maths, c', 'mathematics']
    expect(savedSearchesWith('maths', saved)).toBe(3)
    expect(savedSearchesWith('maths', [])).toBe(0)
  })
})

describe('[HM-14] cards used last', () => {
  it('the last 3 used cards are kept, newest first, each once', () => {
    const after = ['a', 'b', 'a', 'c', 'd'].reduce<readonly string[]>(afterUse, [])
    expect(after).toEqual(['d', 'c', 'a'])
  })
})
