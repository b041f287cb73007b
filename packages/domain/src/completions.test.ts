import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { completedTimes, toCompletions, wasCompletedIn, withCompletions } from './completed-times.ts'
import { completionsEdit, completionsOf } from './completions.ts'
import { LIMITS } from './limits.ts'

test('completions are kept in order, each once, and only the latest when there are too many', () => {
  expect(toCompletions([3, 1, 3, 2])).toBe('1,2,3')
  expect(toCompletions([])).toBeNull()
  expect(toCompletions([-1, 1.5, Number.NaN, 7])).toBe('7')
  const many = Array.from({ length: LIMITS.completions + 2 }, (_, n) => n)
  expect(completionsOf(toCompletions(many))).toEqual(many.slice(2))
  const edit = { added: [many.length], removed: [] }
  expect(completionsOf(withCompletions(toCompletions(many), edit))).toEqual([...many.slice(3), many.length])
  expect(withCompletions('1', edit)).toBe(`1,${many.length}`)
})

test('an edit adds and removes its own completions, and keeps those of others', () => {
  const edit = completionsEdit('1,2', '2,3')
  expect(edit).toEqual({ added: [3], removed: [1] })
  expect(withCompletions('1,2,9', edit ?? { added: [], removed: [] })).toBe('2,3,9')
  expect(completionsEdit('1', '1')).toBeNull()
})

test('the completed times of a todo include its last completion; a card of another type has none', () => {
  const done = { type: 'todo', doneAt: 9, completions: '1,2' } as const
  expect(completedTimes(done)).toEqual([1, 2, 9])
  expect(completedTimes({ ...done, type: 'note' })).toEqual([])
  expect(wasCompletedIn({ ...done, type: 'note' }, 0, 10)).toBe(false)
})

test('the search for a completion between two moments finds the same as a check of each completion', () => {
  const moment = fc.oneof(fc.nat(30), fc.nat(3_000), fc.constant(Number.POSITIVE_INFINITY))
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(30), fc.nat(3_000)), { maxLength: 40 }),
      fc.option(fc.nat(30)),
      moment,
      moment,
      (times, doneAt, start, end) => {
        const card = { type: 'todo', doneAt, completions: toCompletions(times) } as const
        const isThen = completedTimes(card).some((time) => time >= start && time < end)
        expect(wasCompletedIn(card, start, end)).toBe(isThen)
      },
    ),
  )
})
