import { LIMITS } from '@cardinal/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_FILTERS } from './filters.ts'
import { createSearchStore } from './search-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('[SB-2] typing rests after 500 ms, choosing at once', () => {
  it('the search store keeps the old search text until typing pauses for 500 ms', () => {
    const store = createSearchStore()
    store.getState().type('ma')
    vi.advanceTimersByTime(LIMITS.debounce - 1)
    store.getState().type('maths')
    vi.advanceTimersByTime(LIMITS.debounce - 1)
    expect(store.getState()).toMatchObject({ text: 'maths', restedText: '' })
    vi.advanceTimersByTime(1)
    expect(store.getState().restedText).toBe('maths')
  })

  it('a click on a chip changes the search at once, and cancels the pause that was running', () => {
    const store = createSearchStore()
    store.getState().type('mat')
    store.getState().complete('maths')
    expect(store.getState()).toMatchObject({ text: 'maths', restedText: 'maths' })
    store.getState().edit('exclude', 'old')
    vi.advanceTimersByTime(LIMITS.debounce)
    expect(store.getState()).toMatchObject({ text: 'maths, -old', restedText: 'maths, -old' })
  })
})

describe('[SB-5] edits from chips', () => {
  it('a chip can include, exclude, remove or search its tag', () => {
    const { getState } = createSearchStore({ text: 'a' })
    getState().edit('include', 'b')
    expect(getState().text).toBe('a, b')
    getState().edit('exclude', 'b')
    expect(getState().text).toBe('a, -b')
    getState().edit('remove', 'a')
    expect(getState().text).toBe('-b')
    getState().edit('search', 'c')
    expect(getState().text).toBe('c')
  })
})

describe('[SB-7] each searchbar has its own text', () => {
  it('a text in one searchbar does not appear in another', () => {
    const home = createSearchStore()
    const tagger = createSearchStore()
    home.getState().put('maths')
    expect(tagger.getState().text).toBe('')
  })
})

describe('[SB-6] the second searchbar', () => {
  it('the second searchbar opens when a tag of a card is included or excluded while it has text', () => {
    for (const [edit, text] of [
      ['include', 'maths'],
      ['exclude', '-maths'],
    ] as const) {
      const { getState } = createSearchStore({ secondText: 'proof' })
      getState().editFromCard(edit, 'maths')
      expect(getState()).toMatchObject({ text, secondText: 'proof', isSecondOpen: true })
    }
  })

  it('the second searchbar stays closed when it is empty, or when a tag of a card is removed from the search', () => {
    const empty = createSearchStore()
    empty.getState().editFromCard('include', 'maths')
    expect(empty.getState()).toMatchObject({ text: 'maths', isSecondOpen: false })
    const used = createSearchStore({ text: 'maths', secondText: 'proof' })
    used.getState().editFromCard('remove', 'maths')
    expect(used.getState()).toMatchObject({ text: '', isSecondOpen: false })
  })
})

describe('[HM-7] reset', () => {
  it('Reset restores the defaults of filters and keeps the words', () => {
    const { getState } = createSearchStore({ text: 'maths', secondText: 'proof' })
    getState().filter({ colors: ['red'], onlyTags: true })
    getState().resetFilters()
    expect(getState()).toMatchObject({ text: 'maths', secondText: '', filters: DEFAULT_FILTERS })
  })
})

it('the search store remembers cleared searches, each once, the latest last', () => {
  const { getState } = createSearchStore()
  for (const text of ['one', 'two', 'one']) {
    getState().put(text)
    getState().clear()
  }
  getState().clear()
  expect(getState().history).toEqual(['two', 'one'])
})
