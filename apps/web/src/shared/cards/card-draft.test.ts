import { type Card, INITIAL_VALUES, LIMITS, NO_LINKS, type Subnote } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedSubnote } from '../card-form/rebase.ts'
import {
  type CardDraft,
  contentProblem,
  creatingMutation,
  draftOf,
  editingMutation,
  emptyDraft,
  newLineProblem,
  textMutation,
  withSubnote,
} from './card-draft.ts'

const lines = (...texts: string[]): Subnote[] => texts.map((text) => ({ id: text, text, isTicked: false }))
const card: Card = {
  ...emptyDraft('note'),
  id: 'c'.repeat(24),
  ...NO_LINKS,
  content: 'text',
  address: null,
  ...INITIAL_VALUES,
  createdAt: 0,
  updatedAt: 0,
}

describe('[CD-2] a duplicate staged line is ignored', () => {
  it('a new line is a duplicate regardless of its case', () => {
    expect(withSubnote(lines('Buy milk'), ' buy MILK ', 'x')).toBeNull()
    expect(withSubnote(lines('Buy milk'), '  ', 'x')).toBeNull()
    expect(withSubnote(lines('Buy milk'), ' eggs', 'x')?.map(({ text }) => text)).toEqual([
      'Buy milk',
      'eggs',
    ])
  })
})

describe('[CD-3] [CD-4] what is too long is said, and nothing is cut', () => {
  it('a new line that is too long is refused as a whole', () => {
    const longest = 'x'.repeat(LIMITS.subnoteLength)
    expect(withSubnote([], longest, 'x')?.map(({ text }) => text)).toEqual([longest])
    expect(withSubnote([], `${longest}y`, 'x')).toBeNull()
    expect(newLineProblem([], ` ${longest} `)).toBeNull()
    expect(newLineProblem([], `${longest}y`)).toBe(
      'A subtask has at most 5,000 characters. This one has 5,001.',
    )
  })
  it('a card with the most lines allowed says so', () => {
    const full = lines(...Array.from({ length: LIMITS.subnotesPerCard }, (_, index) => `line ${index}`))
    expect(newLineProblem(full, 'one more')).toBe('A card has at most 500 subtasks.')
    expect(newLineProblem(full, ' '), 'nothing is written yet').toBeNull()
    expect(newLineProblem(full.slice(1), 'one more')).toBeNull()
  })
  it('the message for a text that is too long names the text', () => {
    const longest = 'x'.repeat(LIMITS.contentLength)
    expect(contentProblem(`${longest}\n`)).toBeNull()
    expect(contentProblem(`${longest}y`)).toBe('A text has at most 100,000 characters. This one has 100,001.')
  })
})

describe('[CD-4] lines are reordered', () => {
  it('reordering lines moves one line and keeps the others', () => {
    expect(movedSubnote(lines('a', 'b', 'c'), 'a', 1).map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(movedSubnote(lines('a', 'b', 'c'), 'c', -5).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1 }),
        fc.nat(),
        fc.integer(),
        (ids, of, to) => {
          const before = lines(...ids)
          const after = movedSubnote(before, ids[of % ids.length] ?? '', to)
          expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
        },
      ),
    )
  })
})

describe('[CD-3] [CD-4] [CD-6] saving sends what the person changed and nothing else', () => {
  const saved: Card = { ...card, subnotes: lines('milk', 'eggs'), tagIds: ['t1', 't2'] }
  const base = draftOf(saved)
  const edit = (form: Partial<CardDraft>) => editingMutation({ base, form: { ...base, ...form } }, saved)

  it('a form without changes sends nothing', () => {
    expect(edit({})).toBeNull()
  })
  it('saving a changed type, colour or tag sends only that', () => {
    expect(edit({ type: 'todo' })).toEqual({ name: 'editCard', args: { cardId: card.id, type: 'todo' } })
    expect(edit({ color: 'red' })).toEqual({ name: 'editCard', args: { cardId: card.id, color: 'red' } })
    expect(edit({ tagIds: ['t2', 't3'] })).toEqual({
      name: 'editCard',
      args: { cardId: card.id, tagIds: { added: ['t3'], removed: ['t1'] } },
    })
  })
  it('saving a text sends it together with the text that the person saw', () => {
    expect(edit({ content: ' other ' })).toEqual({
      name: 'editCard',
      args: { cardId: card.id, content: { before: 'text', after: 'other' } },
    })
  })
  it('saving sends a removed line and no other one, and an emptied line is removed', () => {
    const removed = [{ kind: 'remove', id: 'milk', text: 'milk' }]
    expect(edit({ subnotes: lines('eggs') })).toHaveProperty('args.subnotes', removed)
    const emptied = base.subnotes.map((line) => (line.id === 'milk' ? { ...line, text: '  ' } : line))
    expect(edit({ subnotes: emptied })).toHaveProperty('args.subnotes', removed)
  })
  it('a text that the person did not edit is not trimmed', () => {
    const spaced: Card = { ...saved, content: 'text ', subnotes: lines(' milk ') }
    const unchanged = draftOf(spaced)
    expect(editingMutation({ base: unchanged, form: unchanged }, spaced)).toBeNull()
    expect(textMutation('text ', 'text ', spaced)).toBeNull()
  })
  it('the editor of a text sends it with the text it started from, whatever the card says now', () => {
    expect(textMutation('text', 'text and more', { ...saved, content: 'changed meanwhile' })).toEqual({
      name: 'editCard',
      args: { cardId: card.id, content: { before: 'text', after: 'text and more' } },
    })
  })
  it('a new card has its lines trimmed, and no empty ones', () => {
    const creating = creatingMutation({ ...base, subnotes: lines(' milk ', '  ') }, card.id)
    expect(creating).toHaveProperty('args.card.subnotes', [{ id: ' milk ', text: 'milk', isTicked: false }])
  })
})
