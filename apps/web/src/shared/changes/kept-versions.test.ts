// @vitest-environment happy-dom
import { type Card, INITIAL_VALUES, NO_LINKS } from '@cardinal/domain'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bothMutation, compared, takingMutation } from '../../features/card-editor/two-versions.tsx'
import { versionsOf } from './kept-versions.ts'

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

it('compared texts are marked word by word, also where several words differ', async () => {
  const parts = await compared('Feed it on Monday, not too late', 'Feed it on Friday, not very late')
  const marked = (is: 'added' | 'removed') => parts.filter((part) => part[is]).map(({ value }) => value)
  expect(marked('removed')).toEqual(['Monday', 'too'])
  expect(marked('added')).toEqual(['Friday', 'very'])
})

it('no letter of two compared texts is lost', () =>
  fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (text, other) => {
      const parts = await compared(text, other)
      const without = (is: 'added' | 'removed') =>
        parts.flatMap((part) => (part[is] ? [] : [part.value])).join('')
      expect(without('added')).toBe(text)
      expect(without('removed')).toBe(other)
    }),
  ))

it('[CD-3] keeping both versions writes each differing line of both, and a subtask twice', async () => {
  const long = { ...card, content: '# Loaf\n\n500 g flour\nsalt' }
  expect(await bothMutation(long, version(null, '# Loaf\n\n400 g flour\nsalt\nyeast'))).toMatchObject({
    args: { content: { after: '# Loaf\n\n500 g flour\n400 g flour\nsalt\nyeast' } },
  })
  expect(await bothMutation(card, version(null, 'Baguette'))).toMatchObject({
    args: { content: { after: 'Loaf\nBaguette' } },
  })
  expect(await bothMutation(card, version('l', 'spelt'))).toMatchObject({
    args: { subnotes: [{ kind: 'add', subnote: { text: 'spelt', isTicked: false } }] },
  })
})
