import type { Mutation } from '@cardinal/sync'
import { expect, it } from 'vitest'
import { mayTouchMany, WIDE_FROM } from './wide-act.ts'

const id = (n: number) => n.toString(16).padStart(24, '0')
const ids = (count: number) => Array.from({ length: count }, (_, n) => id(n))
const color = (cardIds: string[]): Mutation => ({ name: 'setCardColor', args: { cardIds, color: 'red' } })

it('[TG-3] a preview is offered for acts on many cards, even in parts, and not for acts on a few', () => {
  expect(mayTouchMany([color(ids(WIDE_FROM))])).toBe(true)
  expect(mayTouchMany([color(ids(WIDE_FROM - 1))])).toBe(false)
  const edits = ids(WIDE_FROM).map(
    (cardId): Mutation => ({ name: 'editCard', args: { cardId, type: 'note' } }),
  )
  expect(mayTouchMany(edits)).toBe(true)
  expect(mayTouchMany([color(ids(6)), color(ids(6))])).toBe(false)
  expect(mayTouchMany([{ name: 'restoreCards', args: { cardIds: ids(50) } }])).toBe(false)
})

it('[TG-3] acts on a tag always offer a preview, because their effect is not known before', () => {
  expect(mayTouchMany([{ name: 'renameTag', args: { tagId: id(1), name: 'mac' } }])).toBe(true)
  expect(mayTouchMany([{ name: 'createTags', args: { tags: [], attachToCardIds: [] } }])).toBe(false)
})
