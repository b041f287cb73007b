import { describe, expect, it } from 'vitest'
import { type KeyContext, type KeyPressed, keyAction } from './key-action.ts'

const context: KeyContext = {
  mode: 'search',
  text: 'maths',
  hasLines: false,
  suggestions: 3,
  marked: -1,
  firstCompletes: false,
  isJustCleared: false,
}
const act = (key: string, change: Partial<KeyContext> = {}, held: Partial<KeyPressed> = {}) =>
  keyAction(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false, ...held },
    { ...context, ...change },
  )

describe('[SB-3] Enter does what the bar says', () => {
  it('Enter searches or adds according to the mode, and waits until typing pauses', () => {
    expect(act('Enter')).toEqual({ do: 'search' })
    expect(act('Enter', { mode: 'add' })).toEqual({ do: 'add' })
    expect(act('Enter', { mode: 'loading' })).toEqual({ do: 'wait' })
  })
  it('Ctrl or Cmd+Enter always adds, and Shift+Enter inserts a line break', () => {
    expect(act('Enter', { mode: 'loading' }, { ctrlKey: true })).toEqual({ do: 'force-add' })
    expect(act('Enter', { marked: 1 }, { metaKey: true })).toEqual({ do: 'force-add' })
    expect(act('Enter', { mode: 'add' }, { shiftKey: true })).toEqual({ do: 'line-break' })
  })
  it('Enter does not act while an input method composes', () => {
    expect(act('Enter', { mode: 'add' }, { isComposing: true })).toBeNull()
  })
})

describe('[SB-8] the keys of a combobox', () => {
  it('up and down arrows cycle through the suggestions and no selection', () => {
    expect(act('ArrowDown')).toEqual({ do: 'move', to: 0 })
    expect(act('ArrowDown', { marked: 2 })).toEqual({ do: 'move', to: -1 })
    expect(act('ArrowUp')).toEqual({ do: 'move', to: 2 })
    expect(act('ArrowDown', { suggestions: 0 })).toBeNull()
  })
  it('left and right arrows move the cursor unless a suggestion is selected', () => {
    expect(act('ArrowRight')).toBeNull()
    expect(act('ArrowRight', { marked: 0 })).toEqual({ do: 'move', to: 1 })
  })
  it('Enter and Tab pick the selected suggestion, and Tab completes a beginning', () => {
    expect(act('Enter', { marked: 1, mode: 'loading' })).toEqual({ do: 'pick', index: 1 })
    expect(act('Tab', { marked: 1 })).toEqual({ do: 'pick', index: 1 })
    expect(act('Tab', { firstCompletes: true })).toEqual({ do: 'pick', index: 0 })
    expect(act('Tab')).toBeNull()
    expect(act('Tab', { marked: 1 }, { shiftKey: true })).toBeNull()
  })
  it('Escape clears the selected suggestion, then the text, and then leaves the bar', () => {
    expect(act('Escape', { marked: 1 })).toEqual({ do: 'unmark' })
    expect(act('Escape')).toEqual({ do: 'clear' })
    expect(act('Escape', { text: '' })).toEqual({ do: 'leave' })
  })
  it('undo directly after Escape brings the text of the bar back, and otherwise is not the key of the bar', () => {
    const held = { ctrlKey: true }
    expect(act('z', { text: '', isJustCleared: true }, held)).toEqual({ do: 'restore' })
    expect(act('z', { text: '', isJustCleared: true }, { ...held, shiftKey: true })).toBeNull()
    expect(act('z', { text: '', isJustCleared: true })).toBeNull()
    expect(act('z', { text: '' }, held)).toBeNull()
  })
  it('arrow up in an empty bar restores the last search, and moves the cursor in a text of several lines', () => {
    expect(act('ArrowUp', { text: '' })).toEqual({ do: 'recall', by: -1 })
    expect(act('ArrowUp', { hasLines: true })).toBeNull()
  })
})
