import { describe, expect, it } from 'vitest'
import { createSelectionStore } from './selection-store.ts'

describe('[HM-13] selection lists toggle on click', () => {
  it('the selection toggles each kind by itself', () => {
    const { getState } = createSelectionStore()
    getState().toggle('cards', 'a')
    getState().toggle('tags', 'a')
    getState().toggle('cards', 'b')
    getState().toggle('cards', 'a')
    expect([...getState().cards]).toEqual(['b'])
    expect([...getState().tags]).toEqual(['a'])
  })

  it('a range is selected from the last item toggled, in either direction', () => {
    const shown = ['a', 'b', 'c', 'd', 'e']
    const { getState } = createSelectionStore()
    getState().toggle('cards', 'd')
    getState().selectRange('cards', 'b', shown)
    expect([...getState().cards].sort()).toEqual(['b', 'c', 'd'])
    getState().selectRange('cards', 'e', shown)
    expect([...getState().cards].sort()).toEqual(['b', 'c', 'd', 'e'])
  })

  it('without an anchor on the screen, selecting a range toggles the item', () => {
    const { getState } = createSelectionStore()
    getState().selectRange('cards', 'x', ['a'])
    expect([...getState().cards]).toEqual(['x'])
  })

  it('the selection clears one kind or all', () => {
    const { getState } = createSelectionStore()
    getState().add('cards', ['a'])
    getState().add('tags', ['t'])
    getState().clear('cards')
    expect(getState().cards.size + getState().tags.size).toBe(1)
    getState().clear()
    expect(getState().tags.size).toBe(0)
  })
})
