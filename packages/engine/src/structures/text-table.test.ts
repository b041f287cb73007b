import { type Card, fold } from '@cardinal/domain'
import { cards, searchTexts, texts } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slotsOf } from './bits.ts'
import { CardTable } from './card-table.ts'
import { TextTable } from './text-table.ts'

/** A table with the cards in it; it lists a card at a time, or none unless whole lists are needed. */
function emptyTable(unitsAtOnce = 1) {
  const rows = new CardTable()
  const table = new TextTable(rows, unitsAtOnce)
  const put = (card: Card) => {
    const slot = rows.slotFor(card.id)
    table.note(slot, rows.in(slot), card)
    rows.put(slot, card)
  }
  const remove = (card: Card) => {
    const slot = rows.slotOf(card.id)
    if (slot === undefined) return
    table.note(slot, rows.at(slot), undefined)
    rows.remove(card.id)
  }
  const find = (folded: string) => [...slotsOf(table.find(folded, null))].map((slot) => rows.at(slot).id)
  const expected = (folded: string) =>
    [...slotsOf(rows.all)]
      .map((slot) => rows.at(slot))
      .filter(({ content, subnotes }) =>
        [content, ...subnotes.map(({ text }) => text)].some((text) => fold(text).includes(folded)),
      )
      .map(({ id }) => id)
  return { table, put, remove, find, expected }
}

const acts = fc.oneof(
  cards.map((card) => ({ act: 'put' as const, card })),
  cards.map((card) => ({ act: 'remove' as const, card })),
  fc.oneof(texts, searchTexts).map((text) => ({ act: 'find' as const, text: fold(text) })),
  // Letter by letter, as somebody types who begins in the middle of a text.
  fc.tuple(texts, fc.nat(30)).map(([text, from]) => ({ act: 'type' as const, text: fold(text).slice(from) })),
  fc.constant({ act: 'tidy' as const }),
)

describe('TextTable', () => {
  it('[SB-1] finds the same, however many cards are still to be listed', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 60, size: 'max' }), fc.nat(1), (story, unitsAtOnce) => {
        const { table, put, remove, find, expected } = emptyTable(unitsAtOnce)
        for (const step of story) {
          if (step.act === 'put') put(step.card)
          else if (step.act === 'remove') remove(step.card)
          else if (step.act === 'tidy') table.tidy()
          else
            for (const length of step.act === 'type' ? [1, 2, 3, 5] : [step.text.length]) {
              const piece = fold(step.text.slice(0, length))
              if (piece !== '') expect(find(piece)).toEqual(expected(piece))
            }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('lists little by little, until nothing waits', () => {
    const { table, put } = emptyTable()
    const [first, second, third] = fc.sample(cards, 3) as [Card, Card, Card]
    put({ ...first, id: 'c'.repeat(24), content: 'one' })
    put({ ...second, id: 'd'.repeat(24), content: 'two' })
    put({ ...third, id: 'e'.repeat(24), content: 'three' })
    expect([table.tidy(), table.tidy(), table.tidy(), table.tidy()]).toEqual([true, true, true, false])
  })

  it.each([0, 1, 2, 3])('[SB-1] finds the same after %i steps of listing runs by gram', (steps) => {
    const { table, put, find, expected } = emptyTable(Number.POSITIVE_INFINITY)
    const [card] = fc.sample(cards, 1) as [Card]
    const putWords = (n: number, count: number) => {
      const words = Array.from(
        { length: count },
        (_, k) => `${k % 3 === 0 ? 'banana' : 'n'}${n * count + k}end`,
      )
      put({ ...card, id: n.toString(16).padStart(24, '0'), content: words.join(' '), subnotes: [] })
    }
    const expectAll = () => {
      for (const piece of ['1', '00', '12', 'n12', '77e', 'ana', '9end'])
        expect(find(piece)).toEqual(expected(piece))
    }
    for (let n = 0; n < 50; n++) putWords(n, 200)
    for (let step = 0; step <= steps; step++) expect(table.tidy()).toBe(true)
    expectAll()
    expect(table.tidy()).toBe(false)
    putWords(5_000, 5)
    expect([table.tidy(), table.tidy(), table.tidy()]).toEqual([true, true, false])
    expectAll()
  })

  it('lists everything for whoever needs whole lists', () => {
    const { table, put } = emptyTable()
    const [card] = fc.sample(cards, 1) as [Card]
    put({ ...card, id: 'c'.repeat(24), content: 'a word' })
    put({ ...card, id: 'd'.repeat(24), content: 'another word' })
    expect(table.words.countWithWord('word')).toBe(2)
    expect(table.tidy()).toBe(false)
  })
})
