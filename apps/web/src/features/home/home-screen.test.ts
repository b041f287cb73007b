// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { notifyOfGone } from '../../shared/changes/undo-stack.ts'
import { homeSelection } from './home-screen.ts'

it('[HM-13] cards that are deleted, completed or changed to another type are deselected', () => {
  const [deleted, completed, other, kept] = ['1', '2', '3', '4'].map((digit) => digit.repeat(24)) as [
    string,
    string,
    string,
    string,
  ]
  homeSelection.getState().add('cards', [deleted, completed, other, kept])
  notifyOfGone({ name: 'deleteCards', args: { cardIds: [deleted] } })
  notifyOfGone({
    name: 'completeCards',
    args: { cards: [{ id: completed }], doneAt: 1, today: '2026-01-01' },
  })
  notifyOfGone({ name: 'editCard', args: { cardId: other, type: 'note' } })
  notifyOfGone({ name: 'editCard', args: { cardId: kept, color: 'red' } })
  expect([...homeSelection.getState().cards]).toEqual([kept])
})
