import { describe, expect, it } from 'vitest'
import { createUndoStack, type Undoable } from './undo-stack.ts'

const entry = (label: string, workspaceId = 'w'): Undoable => ({
  id: label,
  label,
  workspaceId,
  written: [],
  undo: [{ name: 'restoreCards', args: { cardIds: [label] } }],
})

describe('[CD-7] what was done can be taken back, latest first', () => {
  it('the undo stack returns the latest act of the open workspace', () => {
    const { getState } = createUndoStack()
    const [first, other, last] = [entry('1'), entry('2', 'elsewhere'), entry('3')]
    for (const each of [first, last, other]) getState().push(each)
    expect(getState().pop('w')).toBe(last)
    expect(getState().pop('w')).toBe(first)
    expect(getState().pop('w')).toBeUndefined()
    expect(getState().done).toEqual([other])
  })

  it('an act can be undone once, by the toast or by the key', () => {
    const { getState } = createUndoStack()
    const done = entry('1')
    getState().push(done)
    expect(getState().take(done)).toBe(true)
    expect(getState().take(done)).toBe(false)
    expect(getState().pop('w')).toBeUndefined()
  })

  it('a discarded draft can not be restored by the undo key after a later act', () => {
    const { getState } = createUndoStack()
    const restore = () => {}
    getState().setRestoreDraft(restore)
    getState().push({ ...entry('nothing'), undo: [] })
    expect(getState().restoreDraft).toBe(restore)
    getState().push(entry('1'))
    expect(getState().restoreDraft).toBeNull()
  })

  it('the undo stack keeps 50 acts, and none that changed nothing', () => {
    const { getState } = createUndoStack()
    getState().push({ ...entry('nothing'), undo: [] })
    for (let i = 0; i < 60; i++) getState().push(entry(String(i)))
    expect(getState().done).toHaveLength(50)
    expect(getState().done[0]?.label).toBe('10')
  })
})
