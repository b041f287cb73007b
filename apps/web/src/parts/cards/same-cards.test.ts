import type { Card } from '@cardinal/domain'
import { expect, it } from 'vitest'
import { isSameCard } from './same-cards.ts'

const card: Card = {
  id: 'a'.repeat(24),
  type: 'todo',
  content: 'buy flour',
  subnotes: [{ id: 'b'.repeat(24), text: 'rye', isTicked: false }],
  tagIds: ['c'.repeat(24)],
  color: null,
  isPublic: false,
  parentIds: [],
  siblingIds: [],
  childIds: [],
  createdAt: 1,
  updatedAt: 1,
}

it('knows a card again that came as a copy, and every change of it', () => {
  expect(isSameCard(card, structuredClone(card))).toBe(true)
  const changed: Partial<Card>[] = [
    { content: 'buy rye flour' },
    { color: 'red' },
    { tagIds: [] },
    { tagIds: ['d'.repeat(24)] },
    { subnotes: [{ id: 'b'.repeat(24), text: 'rye', isTicked: true }] },
    { updatedAt: 2 },
  ]
  for (const change of changed) expect(isSameCard(card, { ...card, ...change })).toBe(false)
})
