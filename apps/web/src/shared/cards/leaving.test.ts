import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { withLeaving } from './leaving.ts'

const card = (id: string): Card => ({
  id,
  type: 'todo',
  content: id,
  address: null,
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 0,
  updatedAt: 0,
})
const cards = (ids: string) => [...ids].map(card)
const left = (ids: string) => new Map(cards(ids).map((each) => [each.id, { ...each, doneAt: 1 }] as const))
const shown = (before: string, now: string, leaving: string) =>
  withLeaving(cards(before), cards(now), left(leaving))
    .map(({ id }) => id)
    .join('')

it('cards that leave a list animate in their old place, also several in a row and at the ends', () => {
  expect(shown('abcd', 'acd', 'b')).toBe('abcd')
  expect(shown('abcd', 'd', 'abc')).toBe('abcd')
  expect(shown('abcd', '', 'abcd')).toBe('abcd')
  expect(shown('abcd', 'xacd', 'b')).toBe('xabcd')
  // Cards that left for another reason disappear, and cards still in the list are there once.
  expect(shown('abcd', 'acd', '')).toBe('acd')
  expect(shown('abcd', 'abcd', 'b')).toBe('abcd')
})
