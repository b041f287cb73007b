import { describe, expect, it } from 'vitest'
import { createSelectionStore } from './selection-store.ts'

describe('[HM-13] selection lists toggle on click', () => {
  it('selecting toggles items of each kind separately', () => {
    const { getState } = createSelectionStore()
    getState().toggle('cards', 'a')
    getState().toggle('tags', 'a')
    getState().toggle('cards', 'b')
    getState().toggle('cards', 'a')
    expect([...getState().cards]).toEqual(['b'])
    expect([...getState().tags]).toEqual(['a'])
  })

  it('a range is selected from the last toggled item, in both directions', () => {
    const shown = ['a', 'b', 'c', 'd', 'e']
    const { getState } = createSelectionStore()
    getState().toggle('cards', 'd')
    getState().selectRange('cards', 'b', shown)
    expect([...getState().cards].sort()).toEqual(['b', 'c', 'd'])
    getState().selectRange('cards', 'e', shown)
    expect([...getState().cards].sort()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('selecting a range toggles only the item if the last toggled one is not on the screen', () => {
    const { getState } = createSelectionStore()
    getState().selectRange('cards', 'x', ['a'])
    expect([...getState().cards]).toEqual(['x'])
  })

  it('the selection of one kind or of all can be cleared', () => {
    const { getState } = createSelectionStore()
    getState().add('cards', ['a'])
    getState().add('tags', ['t'])
    getState().clear('cards')
    expect(getState().cards.size + getState().tags.size).toBe(1)
    getState().clear()
    expect(getState().tags.size).toBe(0)
  })
})
