import { type Card, textsHash } from '@cardinal/domain'
import { idOf } from '@cardinal/testing/mutations'
import { describe, expect, it } from 'vitest'
import { diffCard, type WantedCard } from './diff-card.ts'
import { inverse } from './inverse.ts'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation, NewCard } from './mutation.ts'
import { runMutation } from './mutators.ts'
import { planUndo } from './undo-plan.ts'
import { writtenBy } from './undoing.ts'

const ID = idOf('card', 0)
const A = 'https://a.example/p'
const B = 'https://b.example/q'
const C = 'https://c.example/r'
const TITLE = 'See https://other.example/x for more'
const NOW = 1_900_000_000_000

function made(card: Partial<NewCard>): MemoryRows {
  const rows = new MemoryRows()
  run(rows, { name: 'createCard', args: { card: { id: ID, type: 'link', content: 'Title', ...card } } })
  return rows
}

function run(rows: MemoryRows, mutation: Mutation) {
  const outcome = runMutation(mutation, rows, { now: NOW, onConflict: 'merge' })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
  rows.apply(outcome.value.changes)
  return outcome.value
}

function edit(rows: MemoryRows, wanted: WantedCard): Mutation {
  const args = diffCard(card(rows), wanted)
  if (args === null) throw new Error('no change')
  return { name: 'editCard', args }
}

function card(rows: MemoryRows): Card {
  return rows.card(ID) as Card
}

describe('who says the address of a link', () => {
  it('a new link has the address that its mutation gives, whatever addresses its text contains', () => {
    expect(card(made({ content: TITLE, address: A })).address).toBe(A)
    expect(card(made({ content: `${TITLE}\n${A}`, address: A })).address).toBe(A)
    expect(card(made({ content: TITLE, address: null })).address).toBeNull()
    expect(card(made({ content: 'T', address: 'a.example/b c' })).address).toBe('https://a.example/b%20c')
  })

  it('a new link without a given address has the address in its text', () => {
    expect(card(made({ content: `Title\n${A}` })).address).toBe(A)
    expect(card(made({ type: 'note', content: A })).address).toBeNull()
  })

  it.each<[string, Mutation]>([
    [
      'editCard',
      { name: 'editCard', args: { cardId: ID, content: { before: `T\n${A}`, after: `${TITLE}\n${A}` } } },
    ],
    [
      'setCardContent',
      { name: 'setCardContent', args: { cardId: ID, content: `${TITLE}\n${A}`, baseSeq: null } },
    ],
    ['replaceCard', { name: 'replaceCard', args: { card: { id: ID, content: `${TITLE}\n${A}` } } }],
  ])('a new title that contains an address does not change the address of the link: %s', (_, mutation) => {
    const rows = made({ content: `T\n${A}` })
    run(rows, mutation)
    expect(card(rows)).toMatchObject({ content: `${TITLE}\n${A}`, address: A })
    run(rows, { name: 'setCardContent', args: { cardId: ID, content: TITLE, baseSeq: null } })
    expect(card(rows)).toMatchObject({ content: TITLE, address: A })
  })

  it('a text whose only address is replaced changes the address, if the edit gives none', () => {
    const rows = made({ content: `T\n${A}` })
    run(rows, { name: 'setCardContent', args: { cardId: ID, content: `T\n${B}`, baseSeq: null } })
    expect(card(rows).address).toBe(B)
  })

  it('a link that becomes a note and a link again keeps its address', () => {
    const rows = made({ address: A })
    run(rows, edit(rows, { type: 'note' }))
    run(rows, edit(rows, { type: 'link' }))
    expect(card(rows).address).toBe(A)
  })

  it.each(['javascript:alert(1)', 'java\tscript:alert(1)', 'data:text/html,x'])(
    'the address %j is refused as unsafe',
    (address) => {
      const made = runMutation(
        { name: 'createCard', args: { card: { id: ID, type: 'link', content: 'T', address } } },
        new MemoryRows(),
        { now: NOW },
      )
      expect(made).toMatchObject({ ok: false, error: { kind: 'unsafe-link' } })
    },
  )

  it.each(['words', 'file:///etc/passwd', 'https://', 'chrome://settings'])(
    'the text %j is refused because it is no address',
    (address) => {
      const outcome = runMutation(
        { name: 'editCard', args: { cardId: ID, address: { before: A, after: address } } },
        made({ address: A }),
        { now: NOW },
      )
      expect(outcome).toMatchObject({ ok: false, error: { kind: 'invalid', field: 'address' } })
    },
  )

  it('a title may begin with the name of a scheme if the address is given', () => {
    expect(card(made({ content: 'JavaScript: The Good Parts', address: A })).address).toBe(A)
  })
})

describe('an address changed by two people', () => {
  it('of two changed addresses the later is shown, and the earlier is kept with its text as a version', () => {
    const rows = made({ address: A })
    const [mine, theirs] = [edit(rows, { address: B }), edit(rows, { address: C })]
    expect(run(rows, theirs).keptRevisions).toBeUndefined()
    expect(run(rows, mine).keptRevisions).toEqual([
      { cardId: ID, subnoteId: null, text: 'Title', address: C },
    ])
    expect(card(rows).address).toBe(B)
  })

  it('no version is kept if both people set the same address, or one of them the old one', () => {
    const rows = made({ address: A })
    const same = edit(rows, { address: B })
    run(rows, same)
    expect(run(rows, same).keptRevisions).toBeUndefined()
  })

  it('one version holds both text and address if two people changed both', () => {
    const rows = made({ content: `T\n${A}` })
    const mine = edit(rows, { content: `Mine\n${B}`, address: B })
    run(rows, edit(rows, { content: `Theirs\n${C}`, address: C }))
    expect(run(rows, mine).keptRevisions).toEqual([
      { cardId: ID, subnoteId: null, text: `Theirs\n${C}`, address: C },
    ])
    expect(card(rows)).toMatchObject({ content: `Mine\n${B}`, address: B })
  })

  it('a title and an address that two people changed are both kept', () => {
    for (const isTitleFirst of [true, false]) {
      const rows = made({ content: `T\n${A}` })
      const acts = [edit(rows, { content: `${TITLE}\n${A}` }), edit(rows, { content: `T\n${B}`, address: B })]
      const kept = (isTitleFirst ? acts : acts.toReversed()).map((act) => run(rows, act).keptRevisions)
      expect(kept).toEqual([undefined, undefined])
      expect(card(rows)).toMatchObject({ content: `${TITLE}\n${B}`, address: B })
    }
  })

  it('a link is not deleted if the person who deletes it did not see its new address', () => {
    const rows = made({ address: A })
    const seen = [{ id: ID, texts: textsHash(card(rows)) }]
    run(rows, edit(rows, { address: B }))
    run(rows, { name: 'deleteCards', args: { cardIds: [ID], seen } })
    expect(card(rows).address).toBe(B)
  })

  it('a card that was moved twice with different addresses keeps the second address as a version', () => {
    const rows = made({ address: A })
    const outcome = run(rows, {
      name: 'createCard',
      args: { card: { id: ID, type: 'link', content: 'Title', address: B } },
    })
    expect(outcome.keptRevisions).toEqual([{ cardId: ID, subnoteId: null, text: 'Title', address: B }])
  })
})

describe('undoing a change of the address', () => {
  it('undoing a change of the address restores the old one, unless somebody changed it since', () => {
    const rows = made({ address: A })
    const act = edit(rows, { address: B })
    const outcome = runMutation(act, rows, { now: NOW })
    if (!outcome.ok) throw new Error('refused')
    const undo = inverse(act, rows, outcome.value)
    expect(undo).toEqual([{ name: 'editCard', args: { cardId: ID, address: { before: B, after: A } } }])
    const written = writtenBy(outcome.value.changes, rows)
    rows.apply(outcome.value.changes)
    expect(planUndo({ undo, written }, rows, NOW)).toEqual({ mutations: undo, left: [] })
    run(rows, edit(rows, { address: C }))
    expect(planUndo({ undo, written }, rows, NOW)).toMatchObject({
      mutations: [],
      left: [{ id: ID, why: 'changed' }],
    })
  })
})
