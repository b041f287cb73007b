import type { Mutation } from '@cardinal/sync/edits'
import { afterEach, expect, it } from 'vitest'
import { joinedActs, Sittings } from './sitting.ts'
import { type Undoable, undoStack } from './undo-stack.ts'

const MINUTE = 60_000
const edit = (before: string, after: string): Mutation => ({
  name: 'editCard',
  args: { cardId: 'c', content: { before, after } },
})
let acts = 0
const done = (before: string, after: string): Undoable => ({
  id: `act ${++acts}`,
  label: 'Edited a note',
  workspaceId: 'w',
  undo: [edit(after, before)],
  written: [],
})

afterEach(() => undoStack.setState({ done: [] }))

it('[CD-3] a sitting keeps a revision at its start and every five minutes, and of every text of others', () => {
  const sittings = new Sittings()
  const marks = [
    [0, 'a', 'ab'],
    [1, 'ab', 'abc'],
    [2, 'abc by others', 'abc by others!'],
    [3, 'abc by others!', 'd'],
    [6.9, 'd', 'e'],
    [7.1, 'e', 'f'],
    [13, 'f', 'g'],
  ].map(([at, before, after]) => {
    const marked = sittings.marked(edit(String(before), String(after)), Number(at) * MINUTE)
    return marked.name === 'editCard' && marked.args.sameSitting === true
  })
  expect(marks).toEqual([false, true, false, true, true, false, false])
})

it('[CD-7] a sitting is one act, and its undo reverts all of it and nothing of others', () => {
  const sittings = new Sittings()
  const save = (before: string, after: string, at: number) => {
    sittings.marked(edit(before, after), at)
    undoStack.getState().push(sittings.joined('c', done(before, after)))
  }
  save('a\n\nz', 'a b\n\nz', 0)
  save('a b\n\nz', 'a b c\n\nz', 1000)
  // Another device wrote the last line.
  save('a b c\n\nz theirs', 'a b c d\n\nz theirs', 2000)
  expect(undoStack.getState().done.map(({ undo }) => undo)).toEqual([
    [edit('a b c d\n\nz theirs', 'a\n\nz theirs')],
  ])
  undoStack.getState().pop('w')
  save('a\n\nz theirs', 'b\n\nz theirs', 3000)
  expect(undoStack.getState().done.map(({ undo }) => undo)).toEqual([
    [edit('b\n\nz theirs', 'a\n\nz theirs')],
  ])
  save('b\n\nz theirs', 'c\n\nz theirs', 10 * MINUTE)
  expect(undoStack.getState().done).toHaveLength(2)
})

it('acts with overlapping texts, or with more than a text changed, are not joined', () => {
  expect(joinedActs(done('one', 'two'), done('three', 'four'))).toBeNull()
  const tagged: Undoable = {
    ...done('a', 'b'),
    undo: [{ name: 'detachTags', args: { cardIds: ['c'], tagIds: ['t'] } }],
  }
  expect(joinedActs(tagged, done('b', 'c'))).toBeNull()
})
