import { type Card, fold, textsOfCard } from '@cardinal/domain'
import { cards, searchTexts, texts } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ordinalsOf } from './bits.ts'
import { CardTable } from './card-table.ts'
import { TextTable } from './text-table.ts'

/**
 * An empty table, and a function that puts a card into it. With `unitsAtOnce` 1, one card is indexed at a
 * time.
 */
function emptyTable(unitsAtOnce = 1) {
  const rows = new CardTable()
  const table = new TextTable(rows, unitsAtOnce)
  const put = (card: Card) => {
    const ordinal = rows.ordinalFor(card.id)
    table.note(ordinal, rows.in(ordinal), card)
    rows.put(ordinal, card)
  }
  const remove = (card: Card) => {
    const ordinal = rows.ordinalOf(card.id)
    if (ordinal === undefined) return
    table.note(ordinal, rows.at(ordinal), undefined)
    rows.remove(card.id)
  }
  const find = (folded: string) =>
    [...ordinalsOf(table.find(folded, null))].map((ordinal) => rows.at(ordinal).id)
  const expected = (folded: string) =>
    [...ordinalsOf(rows.all)]
      .map((ordinal) => rows.at(ordinal))
      .filter((card) => textsOfCard(card).some((text) => fold(text).includes(folded)))
      .map(({ id }) => id)
  return { table, put, remove, find, expected }
}

const acts = fc.oneof(
  cards.map((card) => ({ act: 'put' as const, card })),
  cards.map((card) => ({ act: 'remove' as const, card })),
  fc.oneof(texts, searchTexts).map((text) => ({ act: 'find' as const, text: fold(text) })),
  // Letter by letter, like a person who begins in the middle of a text.
  fc.tuple(texts, fc.nat(30)).map(([text, from]) => ({ act: 'type' as const, text: fold(text).slice(from) })),
  fc.constant({ act: 'flush' as const }),
)

describe('TextTable', () => {
  it('[SB-1] TextTable finds the same, however many cards are not indexed yet', () => {
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 60, size: 'max' }), fc.nat(1), (story, unitsAtOnce) => {
        const { table, put, remove, find, expected } = emptyTable(unitsAtOnce)
        for (const step of story) {
          if (step.act === 'put') put(step.card)
          else if (step.act === 'remove') remove(step.card)
          else if (step.act === 'flush') table.flush()
          else
            for (const length of step.act === 'type' ? [1, 2, 3, 5] : [step.text.length]) {
              const substring = fold(step.text.slice(0, length))
              if (substring !== '') expect(find(substring)).toEqual(expected(substring))
            }
        }
      }),
      { numRuns: 500 },
    )
  })

  it('TextTable indexes one card at each flush until none is left', () => {
    const { table, put } = emptyTable()
    const [first, second, third] = fc.sample(cards, 3) as [Card, Card, Card]
    put({ ...first, id: 'c'.repeat(24), content: 'one' })
    put({ ...second, id: 'd'.repeat(24), content: 'two' })
    put({ ...third, id: 'e'.repeat(24), content: 'three' })
    expect([table.flush(), table.flush(), table.flush(), table.flush()]).toEqual([true, true, true, false])
  })

  it.each([0, 1, 2, 3])(
    '[SB-1] TextTable finds the same after %i steps of indexing tokens by gram',
    (steps) => {
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
        for (const substring of ['1', '00', '12', 'n12', '77e', 'ana', '9end'])
          expect(find(substring)).toEqual(expected(substring))
      }
      for (let n = 0; n < 50; n++) putWords(n, 200)
      for (let step = 0; step <= steps; step++) expect(table.flush()).toBe(true)
      expectAll()
      expect(table.flush()).toBe(false)
      putWords(5_000, 5)
      expect([table.flush(), table.flush(), table.flush()]).toEqual([true, true, false])
      expectAll()
    },
  )

  it('TextTable indexes all cards when a question needs complete lists', () => {
    const { table, put } = emptyTable()
    const [card] = fc.sample(cards, 1) as [Card]
    put({ ...card, id: 'c'.repeat(24), content: 'a word' })
    put({ ...card, id: 'd'.repeat(24), content: 'another word' })
    expect(table.words.countWithWord('word')).toBe(2)
    expect(table.flush()).toBe(false)
  })
})
