import { describe, expect, it } from 'vitest'
import { type KeyContext, type KeyPressed, keyAction } from './key-action.ts'

const context: KeyContext = {
  mode: 'search',
  text: 'maths',
  hasLines: false,
  suggestions: 3,
  marked: -1,
  firstCompletes: false,
}
const act = (key: string, change: Partial<KeyContext> = {}, held: Partial<KeyPressed> = {}) =>
  keyAction(
    { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false, ...held },
    { ...context, ...change },
  )

describe('[SB-3] Enter does what the bar says', () => {
  it('Enter searches or adds by mode, and waits while typing has not rested', () => {
    expect(act('Enter')).toEqual({ do: 'search' })
    expect(act('Enter', { mode: 'add' })).toEqual({ do: 'add' })
    expect(act('Enter', { mode: 'loading' })).toEqual({ do: 'wait' })
  })
  it('Ctrl or Cmd+Enter always adds, Shift+Enter breaks the line', () => {
    expect(act('Enter', { mode: 'loading' }, { ctrlKey: true })).toEqual({ do: 'force-add' })
    expect(act('Enter', { marked: 1 }, { metaKey: true })).toEqual({ do: 'force-add' })
    expect(act('Enter', { mode: 'add' }, { shiftKey: true })).toEqual({ do: 'line-break' })
  })
  it('Enter leaves an input method alone', () => {
    expect(act('Enter', { mode: 'add' }, { isComposing: true })).toBeNull()
  })
})

describe('[SB-8] the keys of a combobox', () => {
  it('arrows go round, through none', () => {
    expect(act('ArrowDown')).toEqual({ do: 'move', to: 0 })
    expect(act('ArrowDown', { marked: 2 })).toEqual({ do: 'move', to: -1 })
    expect(act('ArrowUp')).toEqual({ do: 'move', to: 2 })
    expect(act('ArrowDown', { suggestions: 0 })).toBeNull()
  })
  it('left and right move only among suggestions', () => {
    expect(act('ArrowRight')).toBeNull()
    expect(act('ArrowRight', { marked: 0 })).toEqual({ do: 'move', to: 1 })
  })
  it('Enter and Tab pick the marked one; Tab writes a beginning out', () => {
    expect(act('Enter', { marked: 1, mode: 'loading' })).toEqual({ do: 'pick', index: 1 })
    expect(act('Tab', { marked: 1 })).toEqual({ do: 'pick', index: 1 })
    expect(act('Tab', { firstCompletes: true })).toEqual({ do: 'pick', index: 0 })
    expect(act('Tab')).toBeNull()
    expect(act('Tab', { marked: 1 }, { shiftKey: true })).toBeNull()
  })
  it('Escape goes back one step at a time', () => {
    expect(act('Escape', { marked: 1 })).toEqual({ do: 'unmark' })
    expect(act('Escape')).toEqual({ do: 'clear' })
    expect(act('Escape', { text: '' })).toEqual({ do: 'leave' })
  })
  it('arrow up in an empty bar brings the last search back; lines keep their arrows', () => {
    expect(act('ArrowUp', { text: '' })).toEqual({ do: 'recall', by: -1 })
    expect(act('ArrowUp', { hasLines: true })).toBeNull()
  })
})
