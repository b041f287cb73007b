// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { useFilterChoices } from './filter-choices.ts'
import { type DateChoice, DEFAULT_FILTERS, isOfDue } from './filters.ts'
import { createSearchStore } from './search-store.ts'

const day = (day: number) => ({ year: 2026, month: 3, day })
const from = (first: number, relation: DateChoice['relation'], second = first): DateChoice => ({
  field: 'created',
  relation,
  first: day(first),
  second: day(second),
})

function choosing(text: string, filters = DEFAULT_FILTERS) {
  const store = createSearchStore({ text, filters })
  const { result } = renderHook(() => useFilterChoices(store))
  const choose = (change: (choices: typeof result.current) => void) => {
    act(() => change(result.current))
    return store.getState().text
  }
  return { store, choices: () => result.current, choose }
}

describe('choices in Filter are conditions in the text of the bar', () => {
  it('colours are written after the words, replaced at each choice, and removed with the last', () => {
    const { choose, choices, store } = choosing('italian')
    expect(choose(({ chooseColors }) => chooseColors(['green']))).toBe('italian, color:green, ')
    expect(store.getState().restedText, 'a choice is no pause in typing').toBe('italian, color:green, ')
    expect(choose(({ chooseColors }) => chooseColors(['green', null]))).toBe(
      'italian, color:green | color:none, ',
    )
    expect(choices().colors).toEqual(['green', null])
    expect(choose(({ chooseColors }) => chooseColors([]))).toBe('italian')
    expect(store.getState().step, 'Back does not go through each choice').toBe(0)
  })

  it.each([
    ['created:>=2026-03-04', from(4, 'after')],
    ['created:<=2026-03-04', from(4, 'before')],
    ['created:2026-03-04', from(4, 'on')],
    ['created:2026-03-04..2026-03-09', from(4, 'between', 9)],
    ['created:2026-03-04..2026-03-04', from(4, 'between')],
  ])('the dates %s are shown in Filter as they were chosen', (token, dates) => {
    const { choose, choices } = choosing('')
    expect(choose(({ chooseDates }) => chooseDates(dates))).toBe(`${token}, `)
    expect(choices().dates).toEqual(dates)
    expect(choose(({ chooseDates }) => chooseDates(null))).toBe('')
    expect(choices().dates).toBeNull()
  })

  it('a condition typed by hand is shown as chosen in Filter, in any spelling', () => {
    const typed = choosing('tea, colour:red, updated:march 2026, due:overdue, has:subnotes')
    const { colors, dates, isChosen } = typed.choices()
    expect(colors).toEqual(['red'])
    expect(dates).toEqual({ field: 'updated', relation: 'between', first: day(1), second: day(31) })
    expect(['is:overdue', 'has:subtasks', 'is:untagged'].map(isChosen)).toEqual([true, true, false])
    expect(choosing('created:>2026-03-04').choices().dates).toEqual(from(5, 'after'))
    const excluded = choosing('-color:red, -is:done')
    expect(excluded.choices().colors).toEqual([])
    expect(excluded.choices().isChosen('is:done')).toBe(false)
  })

  it('a click adds a condition or removes it, and it replaces a condition that it excludes', () => {
    const { choose } = choosing('tea')
    const press = (condition: string) => choose(({ toggle }) => toggle(condition, [], isOfDue))
    expect(press('due:today')).toBe('tea, due:today, ')
    expect(press('is:overdue')).toBe('tea, is:overdue, ')
    expect(choose(({ toggle }) => toggle('is:untagged'))).toBe('tea, is:overdue, is:untagged, ')
    expect(press('is:overdue')).toBe('tea, is:untagged')
    expect(press('due:none')).toBe('tea, is:untagged, due:none, ')
    expect(press('due:any')).toBe('tea, is:untagged, due:any, ')
    expect(choose(({ toggle }) => toggle('is:untagged'))).toBe('tea, due:any')
  })

  it('two conditions of one choice are written, shown and removed together', () => {
    const { choose, choices } = choosing('tea, is:todo')
    const both = 'is:todo, due:none'
    expect(choices().isChosen(both)).toBe(false)
    expect(choose(({ toggle }) => toggle(both, [both, 'due:any'], isOfDue))).toBe('tea, is:todo, due:none, ')
    expect(choices().isChosen(both)).toBe(true)
    expect(choose(({ toggle }) => toggle('due:any', [both, 'due:any'], isOfDue))).toBe('tea, due:any, ')
    expect(choose(({ toggle }) => toggle(both, [both, 'due:any'], isOfDue))).toBe('tea, is:todo, due:none, ')
    expect(choose(({ toggle }) => toggle(both, [both, 'due:any'], isOfDue))).toBe('tea')
  })

  it('filters of an old address are shown, and become conditions at the next choice', () => {
    const { choose, choices, store } = choosing('', { ...DEFAULT_FILTERS, colors: ['blue'] })
    expect(choices().colors).toEqual(['blue'])
    expect(choose(({ chooseColors }) => chooseColors(['blue', 'red']))).toBe('color:blue | color:red, ')
    expect(store.getState().filters.colors).toEqual([])
  })

  it('no condition is written into a text of several lines, because it is a new card', () => {
    const { choose, choices, store } = choosing('One\nTwo')
    expect(choices().isCard).toBe(true)
    expect(choose(({ chooseColors }) => chooseColors(['red']))).toBe('One\nTwo')
    expect(choices().colors).toEqual(['red'])
    expect(store.getState().filters.colors).toEqual(['red'])
  })

  it('[HM-7] Reset removes the conditions, and does not change the words', () => {
    const text = 'Green  Tea, color:red | color:blue, -old, created:>=2026-03-04, is:open, color:none'
    const { store } = choosing(text)
    store.getState().resetFilters()
    expect(store.getState()).toMatchObject({ text: 'Green Tea, -old', restedText: 'Green Tea, -old' })
  })
})
