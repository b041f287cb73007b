import { describe, expect, it } from 'vitest'
import { untaggedOffers } from './untagged-offers.ts'

const card = (cardId: string, labels: Record<string, number>, tagIds: string[] = []) => ({
  cardId,
  labels: Object.entries(labels).map(([tagId, likelihood]) => ({ tagId, likelihood })),
  tagIds,
})

describe('[TG-4] tags offered for untagged cards', () => {
  it('the tag that probably helps most cards comes first, and the next counts what it leaves', () => {
    const cards = [card('1', { a: 0.9, b: 0.8 }), card('2', { a: 0.9, b: 0.8 }), card('3', { c: 0.6 })]
    expect(untaggedOffers(cards, 10).map(({ tagId, cardIds }) => [tagId, ...cardIds])).toEqual([
      ['a', '1', '2'],
      ['c', '3'],
    ])
  })

  it('a tag that was put on is not offered for that card again, and comes back when it is taken off', () => {
    expect(untaggedOffers([card('1', { a: 0.9 }, ['a'])], 10)).toEqual([])
    expect(untaggedOffers([card('1', { a: 0.9 }, [])], 10)).toHaveLength(1)
  })

  it('a card with a tag that the person chose counts no more', () => {
    expect(untaggedOffers([card('1', { a: 0.9 }, ['own'])], 10)).toEqual([])
  })

  it('the likeliest card of an offer comes first', () => {
    const [offer] = untaggedOffers([card('1', { a: 0.5 }), card('2', { a: 0.9 })], 1)
    expect(offer?.cardIds).toEqual(['2', '1'])
  })
})
