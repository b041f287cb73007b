import { type Card, LIMITS, type Subnote } from '@cardinal/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contentProblem,
  draftOf,
  emptyDraft,
  movedSubnote,
  newLineProblem,
  savingMutation,
  withSubnote,
} from './card-draft.ts'

const lines = (...texts: string[]): Subnote[] => texts.map((text) => ({ id: text, text, isTicked: false }))
const card: Card = {
  ...emptyDraft('note'),
  id: 'c'.repeat(24),
  content: 'text',
  isPublic: false,
  createdAt: 0,
  updatedAt: 0,
}

describe('[CD-2] a duplicate staged line is ignored', () => {
  it('whatever its case', () => {
    expect(withSubnote(lines('Buy milk'), ' buy MILK ', 'x')).toBeNull()
    expect(withSubnote(lines('Buy milk'), '  ', 'x')).toBeNull()
    expect(withSubnote(lines('Buy milk'), ' eggs', 'x')?.map(({ text }) => text)).toEqual([
      'Buy milk',
      'eggs',
    ])
  })
})

describe('[CD-3] [CD-4] what is too long is said, and nothing is cut', () => {
  it('a line is kept whole or not taken', () => {
    const longest = 'x'.repeat(LIMITS.subnoteLength)
    expect(withSubnote([], longest, 'x')?.map(({ text }) => text)).toEqual([longest])
    expect(withSubnote([], `${longest}y`, 'x')).toBeNull()
    expect(newLineProblem([], ` ${longest} `)).toBeNull()
    expect(newLineProblem([], `${longest}y`)).toBe('A line has at most 5,000 characters. This one has 5,001.')
  })
  it('a card that is full of lines says so', () => {
    const full = lines(...Array.from({ length: LIMITS.subnotesPerCard }, (_, index) => `line ${index}`))
    expect(newLineProblem(full, 'one more')).toBe('A card has at most 500 lines.')
    expect(newLineProblem(full, ' '), 'nothing is written yet').toBeNull()
    expect(newLineProblem(full.slice(1), 'one more')).toBeNull()
  })
  it('so is a text', () => {
    const longest = 'x'.repeat(LIMITS.contentLength)
    expect(contentProblem(`${longest}\n`)).toBeNull()
    expect(contentProblem(`${longest}y`)).toBe('A text has at most 100,000 characters. This one has 100,001.')
  })
})

describe('[CD-4] lines are reordered', () => {
  it('moves one, keeps all', () => {
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

describe('[CD-3] [CD-6] saving', () => {
  it('an empty card is not created', () => {
    expect(savingMutation(emptyDraft('todo'), null, card.id)).toBeNull()
    expect(savingMutation({ ...emptyDraft('todo'), content: ' \n ' }, null, card.id)).toBeNull()
  })
  it('lines are saved without the spaces around them, and emptied ones are not saved', () => {
    const saving = savingMutation({ ...draftOf(card), subnotes: lines(' milk ', '  ') }, card, card.id)
    expect(saving).toHaveProperty('args.card.subnotes', [{ id: ' milk ', text: 'milk', isTicked: false }])
  })
  it('the type is sent only when it differs', () => {
    const same = savingMutation(draftOf(card), card, card.id)
    expect(same).not.toHaveProperty('args.card.type')
    const changed = savingMutation({ ...draftOf(card), type: 'todo' }, card, card.id)
    expect(changed).toHaveProperty('args.card.type', 'todo')
  })
})
