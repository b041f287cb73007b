import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { isSameRow, useSameRows } from './tags-context.tsx'

const card: Card = {
  id: 'a'.repeat(24),
  type: 'todo',
  content: 'buy flour',
  address: null,
  subnotes: [{ id: 'b'.repeat(24), text: 'rye', isTicked: false }],
  tagIds: ['c'.repeat(24)],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 1,
  updatedAt: 1,
}

it('an equal row that arrives as a new object keeps its old object, and a changed row does not', () => {
  expect(isSameRow(card, structuredClone(card))).toBe(true)
  const changed: Partial<Card>[] = [
    { content: 'buy rye flour' },
    { color: 'red' },
    { tagIds: [] },
    { tagIds: ['d'.repeat(24)] },
    { subnotes: [{ id: 'b'.repeat(24), text: 'rye', isTicked: true }] },
    { updatedAt: 2 },
  ]
  for (const change of changed) expect(isSameRow(card, { ...card, ...change })).toBe(false)
})

it('an unchanged list keeps its object, and a changed list keeps the objects of its unchanged rows', () => {
  const other = { ...card, id: 'e'.repeat(24) }
  const { result, rerender } = renderHook((rows: readonly Card[]) => useSameRows(rows), {
    initialProps: [card, other],
  })
  const first = result.current
  rerender(structuredClone([card, other]))
  expect(result.current).toBe(first)
  rerender(structuredClone([other, { ...card, content: 'buy rye flour' }]))
  expect(result.current?.[0]).toBe(other)
  expect(result.current?.[1]).not.toBe(card)
  rerender(structuredClone([other]))
  expect(result.current).toEqual([other])
})
