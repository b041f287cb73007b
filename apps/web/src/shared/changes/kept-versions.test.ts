// @vitest-environment happy-dom
import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takingMutation } from '../../features/card-editor/two-versions.tsx'
import { differingPart, versionsOf } from './kept-versions.ts'

const card: Card = {
  id: 'c',
  type: 'note',
  content: 'Loaf',
  address: null,
  subnotes: [{ id: 'l', text: 'rye', isTicked: true }],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 0,
  updatedAt: 0,
}
const version = (subnoteId: string | null, text: string) => ({ cardId: 'c', subnoteId, text, createdAt: 't' })

it('[CD-3] a kept version is offered only if it differs from the card', () => {
  const versions = [
    version(null, 'Loaf'),
    version(null, 'Baguette'),
    version('l', 'rye'),
    version('gone', 'salt'),
  ]
  expect(versionsOf(card, versions)).toEqual([version(null, 'Baguette'), version('gone', 'salt')])
})

it('[CD-3] [CD-4] restoring a version changes only that text, and restores a removed line', () => {
  expect(takingMutation(card, version(null, 'Baguette'))).toEqual({
    name: 'editCard',
    args: { cardId: 'c', content: { before: 'Loaf', after: 'Baguette' } },
  })
  expect(takingMutation(card, version('l', 'spelt'))).toMatchObject({
    args: { subnotes: [{ kind: 'text', id: 'l', text: { before: 'rye', after: 'spelt' } }] },
  })
  expect(takingMutation(card, version('gone', 'salt'))).toMatchObject({
    args: { subnotes: [{ kind: 'add', subnote: { id: 'gone', text: 'salt', isTicked: false } }] },
  })
})

it('outside the marked differences, two compared texts are equal', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const [start, end] = differingPart(text, other)
      const [otherStart, otherEnd] = differingPart(other, text)
      expect(start).toBeLessThanOrEqual(end)
      expect(text.slice(0, start)).toBe(other.slice(0, otherStart))
      expect(text.slice(end)).toBe(other.slice(otherEnd))
    }),
  )
})

it('a difference between texts is marked by whole words', () => {
  const [start, end] = differingPart('Feed it on Monday now', 'Feed it every Friday now')
  expect('Feed it on Monday now'.slice(start, end)).toBe('on Monday')
})
