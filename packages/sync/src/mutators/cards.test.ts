import { type Card, INITIAL_VALUES, LIMITS, NO_LINKS, type Subnote } from '@cardinal/domain'
import { idOf, rowsAfter } from '@cardinal/testing/mutations'
import { describe, expect, it } from 'vitest'
import { inverse } from '../inverse.ts'
import { MemoryRows } from '../memory-rows.ts'
import type { CompletedCard, Mutation, Rows } from '../mutation.ts'
import { runMutation } from '../mutators.ts'

const LATER = 1_800_000_000_000
const CARD = idOf('card', 0)
const [HOME, WORK] = [idOf('tag', 0), idOf('tag', 1)]
const subnote = (n: number, text: string): Subnote => ({ id: idOf('subnote', n), text, isTicked: false })

const tags: Mutation = {
  name: 'createTags',
  args: {
    tags: [
      { id: HOME, name: 'home' },
      { id: WORK, name: 'work' },
    ],
    attachToCardIds: [],
  },
}
const card = (content = 'buy milk'): Mutation => ({
  name: 'createCard',
  args: {
    card: {
      id: CARD,
      type: 'todo',
      content,
      tagIds: [HOME],
      subnotes: [subnote(0, 'one'), subnote(1, 'two')],
    },
  },
})

const completing = (cards: readonly CompletedCard[]) => ({
  name: 'completeCards' as const,
  args: { cards, doneAt: LATER - 1, today: '2026-03-02' },
})

function ran(rows: Rows, mutation: Mutation) {
  const outcome = runMutation(mutation, rows, { now: LATER })
  return outcome.ok ? outcome.value.changes.map(({ row }) => row) : outcome.error
}

describe('making and changing cards', () => {
  it('[CD-1] a new card has the given values, and defaults for the others', () => {
    expect(ran(rowsAfter([tags]), card())).toEqual([
      {
        id: CARD,
        type: 'todo',
        content: 'buy milk',
        address: null,
        subnotes: [subnote(0, 'one'), subnote(1, 'two')],
        tagIds: [HOME],
        ...INITIAL_VALUES,
        ...NO_LINKS,
        createdAt: LATER,
        updatedAt: LATER,
      },
    ])
  })

  it('a card can be completed, but not at a future time, and reopened, also by undo', () => {
    const rows = rowsAfter([tags, card()])
    const before = rows.card(CARD) as Card
    const complete: Mutation = { name: 'editCard', args: { cardId: CARD, doneAt: LATER + 1_000 } }
    const outcome = runMutation(complete, rows, { now: LATER })
    if (!outcome.ok) throw new Error(outcome.error.kind)
    expect(outcome.value.changes).toMatchObject([{ row: { doneAt: LATER, updatedAt: LATER } }])
    const [undo] = inverse(complete, rows, outcome.value)
    expect(undo).toEqual({ name: 'editCard', args: { cardId: CARD, doneAt: null } })
    rows.apply(outcome.value.changes)
    expect(ran(rows, undo as Mutation)).toEqual([{ ...before, updatedAt: LATER }])
    const done: Mutation = {
      name: 'createCard',
      args: { card: { id: idOf('card', 1), type: 'todo', content: 'Done already', doneAt: LATER + 1_000 } },
    }
    expect(ran(rows, done)).toMatchObject([{ doneAt: LATER }])
  })

  it('completing a repeating card moves it to its next time and reopens its lines, and undo reverts all of it', () => {
    const rows = rowsAfter([tags, card()])
    const edit: Mutation = {
      name: 'editCard',
      args: {
        cardId: CARD,
        dueAt: '2026-03-02T09:00',
        startAt: '2026-02-28',
        recurrence: 'FREQ=WEEKLY;COUNT=2',
        subnotes: [{ kind: 'tick', id: idOf('subnote', 0), isTicked: true }],
      },
    }
    const edited = runMutation(edit, rows, { now: LATER })
    if (!edited.ok) throw new Error(edited.error.kind)
    rows.apply(edited.value.changes)
    const before = rows.card(CARD) as Card
    const complete = completing([{ id: CARD, dueAt: '2026-03-02T09:00' }])
    const outcome = runMutation(complete, rows, { now: LATER })
    if (!outcome.ok) throw new Error(outcome.error.kind)
    const moved = {
      dueAt: '2026-03-09T09:00',
      startAt: '2026-03-07',
      recurrence: 'FREQ=WEEKLY;COUNT=1',
      doneAt: null,
    }
    expect(outcome.value.changes).toMatchObject([
      {
        row: { ...moved, completions: `${LATER - 1}`, subnotes: [{ isTicked: false }, { isTicked: false }] },
      },
    ])
    expect(outcome.value.cameBack).toEqual([CARD])
    const [undo] = inverse(complete, rows, outcome.value)
    rows.apply(outcome.value.changes)
    expect(ran(rows, undo as Mutation)).toEqual([before])
    // The last occurrence completes the card for good.
    expect(ran(rows, completing([{ id: CARD }]))).toMatchObject([{ ...moved, doneAt: LATER - 1 }])
  })

  it('completing a completed card keeps the time of the first completion', () => {
    const rows = rowsAfter([tags, card()])
    const [done] = ran(rows, completing([{ id: CARD }])) as Card[]
    expect(done).toMatchObject({ doneAt: LATER - 1, dueAt: null })
    rows.apply([{ kind: 'card', id: CARD, row: done as Card }])
    const again = { ...completing([{ id: CARD }]).args, doneAt: LATER }
    expect(ran(rows, { name: 'completeCards', args: again })).toEqual([])
  })

  it('a move in the order by hand does not change the time of the last update', () => {
    const rows = rowsAfter([tags, card()])
    const { updatedAt } = rows.card(CARD) as Card
    const edit = (fields: object): Mutation => ({ name: 'editCard', args: { cardId: CARD, ...fields } })
    expect(ran(rows, edit({ place: 'V' }))).toMatchObject([{ place: 'V', updatedAt }])
    expect(ran(rows, edit({ place: 'V', color: 'red' }))).toMatchObject([{ place: 'V', updatedAt: LATER }])
  })

  it('an invalid time, recurrence or place is refused', () => {
    const rows = rowsAfter([tags, card()])
    for (const [field, value] of [
      ['dueAt', '2026-02-30'],
      ['startAt', '2026-02-30'],
      ['startAt', '2026-03-02T09:00'],
      ['recurrence', 'FREQ=SECONDLY'],
      ['place', 'V0'],
    ] as const)
      expect(ran(rows, { name: 'editCard', args: { cardId: CARD, [field]: value } })).toMatchObject({
        kind: 'invalid',
        field,
      })
  })

  it('[CD-2] equal lines are kept as given, and temporary ids are replaced by lasting ones', () => {
    const subnotes = [
      { ...subnote(0, 'Milk'), id: `temp_id,${idOf('subnote', 0)}` },
      subnote(1, 'milk '),
      subnote(2, 'bread'),
    ]
    const made = ran(new MemoryRows(), {
      name: 'createCard',
      args: { card: { id: CARD, type: 'todo', content: 'x', subnotes } },
    })
    expect(made).toMatchObject([{ subnotes: [subnote(0, 'Milk'), subnote(1, 'milk '), subnote(2, 'bread')] }])
  })

  it('[CD-2] a subnote equal to another one can be added and saved', () => {
    const rows = rowsAfter([tags, card()])
    const added = ran(rows, {
      name: 'addSubnote',
      args: { cardId: CARD, subnote: subnote(2, 'ONE'), index: null },
    })
    expect(added).toMatchObject([{ subnotes: [{ text: 'one' }, { text: 'two' }, { text: 'ONE' }] }])
  })

  it('[CD-3] an empty card can not be created, and no card can be emptied', () => {
    expect(
      ran(new MemoryRows(), {
        ...card(' \n '),
        args: { card: { id: CARD, type: 'note', content: ' \n ' } },
      } as Mutation),
    ).toMatchObject({ kind: 'invalid', field: 'content' })
    expect(
      ran(rowsAfter([tags, card()]), {
        name: 'setCardContent',
        args: { cardId: CARD, content: '', baseSeq: null },
      }),
    ).toMatchObject({ kind: 'invalid', field: 'content' })
  })

  it('a mutator refuses text that a store would change', () => {
    const rows = rowsAfter([tags, card()])
    const written = (content: string) =>
      ran(rows, { name: 'setCardContent', args: { cardId: CARD, content, baseSeq: null } })
    expect(written('a\u0000b')).toMatchObject({ kind: 'invalid', field: 'content' })
    expect(written('a\ud800b')).toMatchObject({ kind: 'invalid', field: 'content' })
    expect(written('a😀b')).toHaveLength(1)
  })

  it('a mutator refuses an id that another card has, even a deleted one, and tags that do not exist', () => {
    expect(ran(rowsAfter([tags, card()]), card())).toEqual({ kind: 'id-taken', id: CARD })
    const deleted: Mutation = { name: 'deleteCards', args: { cardIds: [CARD] } }
    expect(ran(rowsAfter([tags, card(), deleted]), card())).toEqual({ kind: 'id-taken', id: CARD })
    expect(ran(new MemoryRows(), card())).toEqual({ kind: 'not-found', what: 'tag', id: HOME })
  })

  it('[CD-4] subnotes can be added at a place, edited, ticked, moved and deleted', () => {
    const rows = rowsAfter([tags, card()])
    const texts = (mutation: Mutation) => {
      const rowsOut = ran(rows, mutation)
      return Array.isArray(rowsOut)
        ? rowsOut.flatMap((row) => (row && 'subnotes' in row ? row.subnotes.map(({ text }) => text) : []))
        : rowsOut
    }
    const on = { cardId: CARD, subnoteId: idOf('subnote', 0) }
    expect(
      texts({ name: 'addSubnote', args: { cardId: CARD, subnote: subnote(2, 'new'), index: 1 } }),
    ).toEqual(['one', 'new', 'two'])
    expect(
      texts({ name: 'addSubnote', args: { cardId: CARD, subnote: subnote(2, 'new'), index: 99 } }),
    ).toEqual(['one', 'two', 'new'])
    expect(texts({ name: 'setSubnoteText', args: { ...on, text: 'uno' } })).toEqual(['uno', 'two'])
    expect(texts({ name: 'moveSubnote', args: { ...on, index: 1 } })).toEqual(['two', 'one'])
    expect(texts({ name: 'moveSubnote', args: { ...on, index: 99 } })).toEqual(['two', 'one'])
    expect(texts({ name: 'deleteSubnote', args: on })).toEqual(['two'])
    expect(ran(rows, { name: 'tickSubnote', args: { ...on, isTicked: null } })).toMatchObject([
      { subnotes: [{ isTicked: true }, { isTicked: false }] },
    ])
    expect(ran(rows, { name: 'tickSubnote', args: { ...on, isTicked: false } })).toEqual([])
    expect(ran(rows, { name: 'deleteSubnote', args: { ...on, subnoteId: idOf('subnote', 9) } })).toEqual({
      kind: 'not-found',
      what: 'subnote',
      id: idOf('subnote', 9),
    })
    expect(
      ran(rows, { name: 'addSubnote', args: { cardId: CARD, subnote: subnote(0, 'x'), index: null } }),
    ).toEqual({ kind: 'id-taken', id: idOf('subnote', 0) })
  })

  it('[CD-5] a card can be coloured, and its colour can be removed', () => {
    const rows = rowsAfter([tags, card()])
    expect(ran(rows, { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } })).toMatchObject([
      { color: 'red', updatedAt: LATER },
    ])
    expect(ran(rows, { name: 'setCardColor', args: { cardIds: [CARD], color: null } })).toEqual([])
  })

  it('[CD-6] replacing a card changes the given fields and keeps the others, including the type', () => {
    const rows = rowsAfter([tags, card()])
    const replaced = ran(rows, {
      name: 'replaceCard',
      args: { card: { id: CARD, content: 'new', createdAt: 5 } },
    })
    expect(replaced).toEqual([{ ...rows.card(CARD), content: 'new', updatedAt: LATER }])
    expect(
      ran(rows, { name: 'replaceCard', args: { card: { id: CARD, content: 'buy milk', type: 'note' } } }),
    ).toMatchObject([{ type: 'note' }])
  })

  it('[CD-7] a deleted card can be restored unchanged, and an edit restores it too', () => {
    const rows = rowsAfter([tags, card(), { name: 'deleteCards', args: { cardIds: [CARD] } }])
    const before = rows.deletedCard(CARD)
    expect(rows.card(CARD)).toBeUndefined()
    expect(ran(rows, { name: 'deleteCards', args: { cardIds: [CARD] } })).toEqual([])
    expect(ran(rows, { name: 'restoreCards', args: { cardIds: [CARD] } })).toEqual([before])
    expect(ran(rows, { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } })).toEqual([
      { ...before, color: 'red', updatedAt: LATER },
    ])
    expect(ran(rows, { name: 'setCardColor', args: { cardIds: [CARD], color: null } })).toEqual([before])
    expect(ran(rows, { name: 'deleteCards', args: { cardIds: [idOf('card', 9)] } })).toMatchObject({
      kind: 'not-found',
    })
  })

  it('[CD-10] a link never gets an address that would run as code, but the text of a note may contain one', () => {
    const link = (type: 'link' | 'note'): Mutation => ({
      name: 'createCard',
      args: { card: { id: CARD, type, content: 'javascript:alert(1)' } },
    })
    expect(ran(new MemoryRows(), link('link'))).toMatchObject({ kind: 'unsafe-link' })
    expect(ran(new MemoryRows(), link('note'))).toHaveLength(1)
    const toLink: Mutation = {
      name: 'replaceCard',
      args: { card: { id: CARD, type: 'link', content: 'javascript:alert(1)' } },
    }
    expect(ran(rowsAfter([link('note')]), toLink)).toMatchObject({ kind: 'unsafe-link' })
  })

  it('a mutator enforces the limits of tags and subnotes', () => {
    const ids = Array.from({ length: LIMITS.tagsPerCard + 1 }, (_, n) => idOf('tag', n))
    const many: Mutation = {
      name: 'createTags',
      args: { tags: ids.map((id, n) => ({ id, name: `tag ${n}` })), attachToCardIds: [] },
    }
    const plain: Mutation = { name: 'createCard', args: { card: { id: CARD, type: 'note', content: 'x' } } }
    const rows = rowsAfter([many, plain])
    expect(ran(rows, { name: 'attachTags', args: { cardIds: [CARD], tagIds: ids } })).toMatchObject({
      kind: 'invalid',
      field: 'tagIds',
    })
    expect(ran(rows, { name: 'attachTags', args: { cardIds: [CARD], tagIds: ids.slice(1) } })).toHaveLength(1)
    const subnotes = Array.from({ length: LIMITS.subnotesPerCard + 1 }, (_, n) => subnote(n, 'same'))
    expect(
      ran(rows, { name: 'replaceCard', args: { card: { id: CARD, content: 'x', subnotes } } }),
    ).toMatchObject({ kind: 'invalid', field: 'subnotes', reason: 'A card has at most 500 subtasks.' })
    const long = subnote(1, 'x'.repeat(LIMITS.subnoteLength + 1))
    expect(
      ran(rows, { name: 'addSubnote', args: { cardId: CARD, subnote: long, index: null } }),
    ).toMatchObject({ reason: 'A subtask has at most 5,000 characters. This one has 5,001.' })
  })
})

describe('[CD-3] content edited in two places', () => {
  /** Rows that know an earlier content, as on the server. */
  function rowsWithPast(base: string, present: string): Rows {
    const rows = rowsAfter([
      { name: 'createCard', args: { card: { id: CARD, type: 'note', content: present } } },
    ])
    return Object.assign(rows, { contentAt: () => base })
  }
  const edited = (base: string, theirs: string, mine: string) => {
    const outcome = runMutation(
      { name: 'setCardContent', args: { cardId: CARD, content: mine, baseSeq: 1 } },
      rowsWithPast(base, theirs),
      { now: LATER },
    )
    if (!outcome.ok) return outcome.error
    const row = outcome.value.changes[0]?.row
    return {
      content: row && 'content' in row ? row.content : undefined,
      kept: outcome.value.keptRevisions?.[0]?.text,
    }
  }

  it('edits of different lines are both kept', () => {
    expect(edited('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toEqual({ content: 'A\nb\nC\n', kept: undefined })
  })

  it('edits of different words of one line are both kept', () => {
    expect(
      edited('the quick brown fox jumps', 'the slow brown fox jumps', 'the quick brown fox sleeps'),
    ).toEqual({ content: 'the slow brown fox sleeps', kept: undefined })
    expect(edited('今日は良い天気です', '明日は良い天気です', '今日は良い天気だ')).toEqual({
      content: '明日は良い天気だ',
      kept: undefined,
    })
  })

  it('of overlapping edits the later is shown and the earlier is kept as a version', () => {
    expect(edited('one', 'two', 'three')).toEqual({ content: 'three', kept: 'two' })
  })

  it('equal edits and edits of an unchanged text are not merged', () => {
    expect(edited('one', 'two', 'two')).toEqual({ content: undefined, kept: undefined })
    expect(edited('one', 'one', 'two')).toEqual({ content: 'two', kept: undefined })
    expect(edited('one', 'two', 'one')).toEqual({ content: undefined, kept: undefined })
  })

  it('texts that are too long to compare count as overlapping, without delay', () => {
    const start = performance.now()
    const base = 'word '.repeat(19_000)
    expect(edited(base, `${base}x`, `y ${base}`)).toMatchObject({ kept: `${base}x` })
    expect(performance.now() - start).toBeLessThan(500)
  })

  it('an edit replaces the text of a card if the text that it began from is no longer known', () => {
    const rows = rowsAfter([
      { name: 'createCard', args: { card: { id: CARD, type: 'note', content: 'two' } } },
    ])
    expect(
      ran(rows, { name: 'setCardContent', args: { cardId: CARD, content: 'three', baseSeq: 1 } }),
    ).toMatchObject([{ content: 'three' }])
  })
})
