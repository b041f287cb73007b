import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { expect, test } from 'vitest'
import { foldedSections, isSectionHead, rowsByDay, sectionOf, type TodoSections } from './todo-sections.ts'

/** A Saturday. */
const TODAY = '2026-11-28'

const todo = (id: string, dueAt: string | null): Card => ({
  id: id as Card['id'],
  type: 'todo',
  content: id,
  address: null,
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  dueAt,
  createdAt: 0,
  updatedAt: 0,
})

/** The list as text: headings with their counts, in brackets if they are folded, and ids. */
const shown = (cards: readonly Card[], sections: Partial<TodoSections> = {}) =>
  rowsByDay(cards, { today: TODAY, folded: [], counts: null, ...sections }).map((row) => {
    if (!isSectionHead(row)) return row.id
    const head = row.count === undefined ? row.section : `${row.section} ${row.count}`
    return row.isFolded ? `[${head}]` : head
  })

const CARDS = [
  todo('late', '2026-11-27T23:59'),
  todo('now', '2026-11-28T00:00'),
  todo('next', '2026-11-29'),
  todo('monday', '2026-11-30'),
  todo('never', null),
]

test.each([
  ['2026-11-27', 'overdue'],
  ['2026-11-28T00:00', 'today'],
  ['2026-11-29', 'tomorrow'],
  ['2026-11-30', 'later'],
  [null, 'someday'],
] as const)('on a Saturday a todo due %s is in the section %s', (dueAt, section) => {
  expect(sectionOf({ dueAt, startAt: null }, TODAY)).toBe(section)
})

test.each([
  ['2026-11-26', 'week'],
  ['2026-11-29', 'week'],
  ['2026-11-30', 'later'],
] as const)('on a Tuesday a todo due %s is in the section %s', (dueAt, section) => {
  expect(sectionOf({ dueAt, startAt: null }, '2026-11-24')).toBe(section)
})

test.each([
  [null, '2026-11-29', 'starts'],
  ['2026-12-24', '2026-11-29', 'starts'],
  ['2026-12-24', '2026-11-28', 'later'],
  ['2026-11-28', '2026-12-24', 'today'],
  ['2026-11-27', '2026-12-24', 'overdue'],
] as const)(
  'a todo due %s that starts on %s is in the section %s: nothing due is kept apart',
  (dueAt, startAt, section) => {
    expect(sectionOf({ dueAt, startAt }, TODAY)).toBe(section)
  },
)

test('todos that start later are folded below the others, and say how many they are', () => {
  const later = { ...todo('trip', null), startAt: '2026-12-24' }
  const counts = [1, 1, 1, 0, 1, 1, 3]
  expect(foldedSections([])).toEqual(['starts'])
  expect(foldedSections(['todos-starts', 'todos-today'])).toEqual(['today'])
  expect(shown(CARDS, { counts, folded: ['starts'] }).at(-1)).toBe('[starts 3]')
  expect(shown([later, ...CARDS], { counts }).slice(-2)).toEqual(['starts 3', 'trip'])
})

test('a section with todos has a heading, with its count once it is known', () => {
  expect(shown(CARDS)).toEqual('overdue late today now tomorrow next later monday someday never'.split(' '))
  expect(shown(CARDS, { counts: [1, 1, 1, 0, 1, 7] }).at(-2)).toBe('someday 7')
  expect(shown(CARDS, { counts: [0, 1, 1, 0, 1, 1] })[0], 'completed just now').toBe('overdue 1')
})

test('there are no headings if no todo has a due date', () => {
  const cards = [todo('a', null), todo('b', null)]
  expect(shown(cards)).toEqual(['a', 'b'])
  expect(shown(cards, { counts: [0, 0, 0, 0, 0, 2] })).toEqual(['a', 'b'])
  expect(shown([], { counts: [0, 0, 0, 0, 0, 2], folded: ['someday'] })).toEqual(['[someday 2]'])
})

test('a folded section shows only its heading', () => {
  const open = CARDS.filter(({ id }) => id !== 'now')
  expect(shown(open, { counts: [1, 1, 1, 0, 1, 1], folded: ['today'] })).toEqual([
    'overdue 1',
    'late',
    '[today 1]',
    'tomorrow 1',
    'next',
    'later 1',
    'monday',
    'someday 1',
    'never',
  ])
})

test('no section is shown after one that is not loaded to its end', () => {
  const some = CARDS.slice(0, 2)
  expect(shown(some, { counts: [1, 9, 1, 0, 1, 1], folded: ['someday'] })).toEqual([
    'overdue 1',
    'late',
    'today 9',
    'now',
  ])
})
