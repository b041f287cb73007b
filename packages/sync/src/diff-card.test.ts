import { type Card, INITIAL_VALUES, NO_LINKS, type Subnote } from '@cardinal/domain'
import { idOf } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diffCard, type WantedCard } from './diff-card.ts'
import { MemoryRows } from './memory-rows.ts'
import type { CardEdit, KeptRevision } from './mutation.ts'
import { runMutation } from './mutators.ts'

const CARD = idOf('card', 0)
const NOW = 1_900_000_000_000
const line = (n: number, text = `line ${n}`): Subnote => ({ id: idOf('subnote', n), text, isTicked: false })

const EMPTY: Card = {
  id: CARD,
  type: 'note',
  content: 'milk and bread',
  address: null,
  subnotes: [],
  tagIds: [],
  ...INITIAL_VALUES,
  ...NO_LINKS,
  createdAt: 1,
  updatedAt: 1,
}

const subnote = (from: number, to: number) =>
  fc.record({
    id: fc.integer({ min: from, max: to }).map((n) => idOf('subnote', n)),
    text: fc.constantFrom('one', 'two words', 'two other words', 'three', 'four'),
    isTicked: fc.boolean(),
  })
const tagIds = fc.uniqueArray(fc.nat(5).map((n) => idOf('tag', n)))
const cardIds = fc.uniqueArray(fc.nat(5).map((n) => idOf('card', n)))
/** @param newIds first number of the ids of new subnotes, different on each device */
const wantedCard = (newIds: number) =>
  fc.record({
    type: fc.constantFrom('todo', 'note', 'link'),
    address: fc.constantFrom(null, 'https://a.example/', 'https://b.example/'),
    content: fc.constantFrom('milk and bread', 'milk', 'milk and butter', 'buy milk and bread', 'x'),
    subnotes: fc.uniqueArray(fc.oneof(subnote(0, 5), subnote(newIds, newIds + 2)), {
      selector: ({ id }) => id,
    }),
    tagIds,
    color: fc.constantFrom(null, 'red', 'blue'),
    isPublic: fc.boolean(),
    parentIds: cardIds,
    siblingIds: cardIds,
    childIds: cardIds,
  })
const seenCard: fc.Arbitrary<Card> = wantedCard(0).map((wanted) => ({ ...EMPTY, ...wanted }) as Card)

interface After {
  readonly card: Card
  readonly kept: readonly KeptRevision[]
}

/** The card after the edits, in order of arrival, and the displaced texts. */
function after(seen: Card, edits: readonly (CardEdit | null)[]): After {
  const tag = (id: string) => ({ id, name: id, color: null, clickCount: 0, lastClickedAt: null })
  const ids = [0, 1, 2, 3, 4, 5].map((n) => idOf('tag', n))
  const rows = new MemoryRows(
    ids.map((id) => ({ kind: 'tag', id, row: { ...tag(id), createdAt: 1, updatedAt: 1 } })),
  )
  rows.apply([{ kind: 'card', id: seen.id, row: seen }])
  const kept: KeptRevision[] = []
  for (const args of edits) {
    if (args === null) continue
    const outcome = runMutation({ name: 'editCard', args }, rows, { now: NOW })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    rows.apply(outcome.value.changes)
    kept.push(...(outcome.value.keptRevisions ?? []))
  }
  const card = rows.card(seen.id)
  if (card === undefined) throw new Error('the card is gone')
  return { card, kept }
}

/** The card without times, and with its lists sorted where their order has no meaning. */
function said({ updatedAt: _u, ...card }: Card): unknown {
  const sorted = (ids: readonly string[]) => ids.toSorted()
  return {
    ...card,
    tagIds: sorted(card.tagIds),
    parentIds: sorted(card.parentIds),
    siblingIds: sorted(card.siblingIds),
    childIds: sorted(card.childIds),
  }
}

/** Words that are still readable: in the card, its subnotes, or among the kept versions. */
function readable({ card, kept }: After): string[] {
  const texts = [card.content, ...card.subnotes.map(({ text }) => text), ...kept.map(({ text }) => text)]
  return texts.flatMap((text) => text.split(' '))
}

/** Words of the texts that an edit changes or adds. */
function written(edit: CardEdit | null): string[] {
  const lines = (edit?.subnotes ?? []).flatMap((one) =>
    one.kind === 'add' ? [one.subnote.text] : one.kind === 'text' ? newWords(one.text) : [],
  )
  return [...(edit?.content === undefined ? [] : newWords(edit.content)), ...lines].flatMap((text) =>
    text.split(' '),
  )
}

function newWords({ before, after }: { before: string; after: string }): string[] {
  const known = new Set(before.split(' '))
  return after.split(' ').filter((word) => !known.has(word))
}

describe('what a person changed of a card', () => {
  it('diffCard returns the edit that turns the card a person saw into the card they want', () => {
    fc.assert(
      fc.property(seenCard, wantedCard(10), (seen, wanted) => {
        const edited = after(seen, [diffCard(seen, wanted as WantedCard)])
        expect(said(edited.card)).toEqual(said({ ...seen, ...wanted } as Card))
        expect(edited.kept).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  it('diffCard returns nothing without a change, and only the fields that changed', () => {
    fc.assert(
      fc.property(seenCard, (seen) => {
        expect(diffCard(seen, seen)).toBeNull()
      }),
    )
    expect(diffCard(EMPTY, { ...EMPTY, type: 'todo' })).toEqual({ cardId: CARD, type: 'todo' })
    expect(diffCard(EMPTY, { color: 'red' })).toEqual({ cardId: CARD, color: 'red' })
  })

  it('an edit that is applied twice gives the same card as once, and neither loses nor doubles lines of others', () => {
    const inAnyOrder = ({ card }: After) =>
      said({ ...card, subnotes: card.subnotes.toSorted((a, b) => a.id.localeCompare(b.id)) })
    fc.assert(
      fc.property(seenCard, wantedCard(10), wantedCard(20), (seen, one, other) => {
        const [mine, theirs] = [diffCard(seen, one as WantedCard), diffCard(seen, other as WantedCard)]
        expect(said(after(seen, [mine, mine]).card)).toEqual(said(after(seen, [mine]).card))
        expect(inAnyOrder(after(seen, [theirs, mine, mine]))).toEqual(inAnyOrder(after(seen, [theirs, mine])))
      }),
      { numRuns: 1000 },
    )
  })

  it('diffCard returns one move when one line was moved', () => {
    const seen = { ...EMPTY, subnotes: [0, 1, 2, 3, 4].map((n) => line(n)) }
    const moved = diffCard(seen, { subnotes: [4, 0, 1, 2, 3].map((n) => line(n)) })
    expect(moved?.subnotes).toEqual([{ kind: 'move', id: line(4).id, place: { after: null, index: 0 } }])
  })

  it('a line that was emptied is removed from the card', () => {
    const seen = { ...EMPTY, subnotes: [line(0), line(1)] }
    const emptied = diffCard(seen, { subnotes: [line(0), line(1, '  ')] })
    expect(after(seen, [emptied]).card.subnotes).toEqual([line(0)])
  })
})

describe('two people on one card', () => {
  const seen: Card = { ...EMPTY, subnotes: [line(0), line(1), line(2)] }

  it('two people who edit one card lose no word that either wrote', () => {
    fc.assert(
      fc.property(seenCard, wantedCard(10), wantedCard(20), (from, one, other) => {
        const edits = [diffCard(from, one as WantedCard), diffCard(from, other as WantedCard)]
        for (const order of [edits, edits.toReversed()]) {
          const words = readable(after(from, order))
          for (const edit of order) for (const word of written(edit)) expect(words).toContain(word)
        }
      }),
      { numRuns: 3000 },
    )
  })

  it('a field that only one of two edits changes gets that value, in either order', () => {
    fc.assert(
      fc.property(seenCard, wantedCard(10), (from, { type, color, tagIds }) => {
        const one = diffCard(from, { type, color } as WantedCard)
        const other = diffCard(from, { tagIds, subnotes: [] })
        const wanted = said({ ...from, type, color, tagIds, subnotes: [] } as Card)
        expect(said(after(from, [one, other]).card)).toEqual(wanted)
        expect(said(after(from, [other, one]).card)).toEqual(wanted)
      }),
    )
  })

  it('a line that one person removes and the other rewrites stays with the new text, in either order', () => {
    const removed = diffCard(seen, { subnotes: [line(0), line(2)] })
    const changed = diffCard(seen, { subnotes: [line(0), line(1, 'line 1, Tom'), line(2)] })
    for (const edits of [
      [removed, changed],
      [changed, removed],
    ])
      expect(after(seen, edits).card.subnotes).toEqual([line(0), line(1, 'line 1, Tom'), line(2)])
  })

  it('a line that one person removes and the other ticks or moves is removed', () => {
    const removed = diffCard(seen, { subnotes: [line(0), line(2)] })
    const ticked = diffCard(seen, {
      subnotes: [{ ...line(1), isTicked: true }, line(0), line(2)],
    })
    expect(after(seen, [removed, ticked]).card.subnotes).toEqual([line(0), line(2)])
  })

  it('lines that two people add stand where each put them', () => {
    const one = diffCard(seen, { subnotes: [line(10, 'first'), line(0), line(1), line(2)] })
    const other = diffCard(seen, { subnotes: [line(0), line(1), line(20, 'between'), line(2)] })
    const texts = (edits: (CardEdit | null)[]) => after(seen, edits).card.subnotes.map(({ text }) => text)
    const wanted = ['first', 'line 0', 'line 1', 'between', 'line 2']
    expect(texts([one, other])).toEqual(wanted)
    expect(texts([other, one])).toEqual(wanted)
  })

  it('of two new texts of one line the later is shown and the earlier is kept as a version', () => {
    const one = diffCard(seen, { subnotes: [line(0, 'apples'), line(1), line(2)] })
    const other = diffCard(seen, { subnotes: [line(0, 'pears'), line(1), line(2)] })
    const { card, kept } = after(seen, [one, other])
    expect(card.subnotes[0]?.text).toBe('pears')
    expect(kept).toEqual([{ cardId: CARD, subnoteId: line(0).id, text: 'apples' }])
  })

  it('an edit of a deleted card restores it with the edited text', () => {
    const rows = new MemoryRows([{ kind: 'card', id: CARD, row: { ...seen, content: 'milk, bread' } }])
    rows.apply([{ kind: 'card', id: CARD, row: null }])
    const args = diffCard(seen, { color: 'red' })
    if (args === null) throw new Error('nothing was changed')
    const outcome = runMutation({ name: 'editCard', args }, rows, { now: NOW })
    if (outcome.ok) rows.apply(outcome.value.changes)
    expect(rows.card(CARD)).toMatchObject({ content: 'milk, bread', color: 'red' })
  })
})
