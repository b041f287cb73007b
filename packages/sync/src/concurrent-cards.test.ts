import { DAY_MS, filesOf, LIMITS, textsHash, toFiles } from '@cardinal/domain'
import {
  both,
  CARD,
  card,
  deleteCard,
  deleteLine,
  edit,
  INTO,
  LINE,
  NOW,
  OTHER,
  start,
} from '@cardinal/testing/concurrent-acts'
import { idOf } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

/** Tests the cells of docs/concurrency.md about cards and subnotes. */

describe('a card that was deleted elsewhere', () => {
  it('a card deleted on another device is restored by every edit', () => {
    const acts: Mutation[] = [
      edit({ content: 'rye bread' }),
      { name: 'setCardContent', args: { cardId: CARD, content: 'rye bread', baseSeq: null } },
      { name: 'setCardColor', args: { cardIds: [CARD], color: 'red' } },
      { name: 'attachTags', args: { cardIds: [CARD], tagIds: [INTO] } },
      {
        name: 'addSubnote',
        args: { cardId: CARD, subnote: { ...LINE, id: idOf('subnote', 1) }, index: null },
      },
      { name: 'setSubnoteText', args: { cardId: CARD, subnoteId: LINE.id, text: 'buy spelt' } },
      { name: 'tickSubnote', args: { cardId: CARD, subnoteId: LINE.id, isTicked: true } },
      { name: 'restoreCards', args: { cardIds: [CARD] } },
    ]
    for (const act of acts)
      expect([act.name, both([deleteCard], [act]).card(CARD)?.id]).toEqual([act.name, CARD])
  })

  it('a card deleted on both devices is deleted, and a later edit restores it', () => {
    expect(both([deleteCard], [deleteCard]).card(CARD)).toBeUndefined()
    expect(card(both([deleteCard, deleteCard], [edit({ color: 'red' })])).color).toBe('red')
  })

  it('a deletion does not delete a card whose texts changed since the person saw it', () => {
    const seen = [{ id: CARD, texts: textsHash(card(start())) }]
    const remove: Mutation = { name: 'deleteCards', args: { cardIds: [CARD, OTHER], seen } }
    for (const unseen of [
      edit({ content: 'rye bread' }),
      edit({ subnotes: [{ ...LINE, text: 'buy spelt' }] }),
    ]) {
      const rows = both([unseen], [remove])
      expect(rows.card(CARD)).toBeDefined()
      expect(rows.card(OTHER), 'nothing is said of the texts of the other').toBeUndefined()
    }
    for (const other of [edit({ color: 'red' }), edit({ subnotes: [{ ...LINE, isTicked: true }] })])
      expect(both([other], [remove]).card(CARD)).toBeUndefined()
  })

  it('a card that is gone for good refuses edits of its texts, so that their author keeps them', () => {
    const rows = new MemoryRows(
      start()
        .snapshot()
        .filter(({ id }) => id !== CARD),
    )
    const run = (given: Mutation) => runMutation(given, rows, { now: NOW, onConflict: 'merge' })
    expect(run(edit({ content: 'rye bread' }))).toMatchObject({ error: { kind: 'not-found', what: 'card' } })
    expect(run(edit({ color: 'red' }))).toEqual({ ok: true, value: { changes: [] } })
  })
})

describe('a card that both devices complete', () => {
  const complete = (today: string, dueAt?: string): Mutation => ({
    name: 'completeCards',
    args: { cards: [{ id: CARD, ...(dueAt !== undefined && { dueAt }) }], doneAt: NOW, today },
  })
  const weekly = edit({ dueAt: '2026-03-02', recurrence: 'FREQ=WEEKLY' })

  it('a repeating card completed on two devices moves to its next time once, in either order', () => {
    const [one, other] = [complete('2026-03-02', '2026-03-02'), complete('2026-03-04', '2026-03-02')]
    expect(card(both([weekly, one], [other])).dueAt).toBe('2026-03-09')
    expect(card(both([weekly, other], [one])).dueAt).toBe('2026-03-09')
  })

  it('completions of two devices are both kept, and an undo removes only its own', () => {
    const second = {
      ...complete('2026-03-09', '2026-03-09'),
      args: { cards: [{ id: CARD }], doneAt: NOW - 5, today: '2026-03-09' },
    } as Mutation
    const first = complete('2026-03-02', '2026-03-02')
    expect(card(both([weekly, first], [second])).completions).toBe(`${NOW - 5},${NOW}`)
    const undo: Mutation = {
      name: 'editCard',
      args: { cardId: CARD, completed: { added: [], removed: [NOW] } },
    }
    expect(card(both([weekly, first], [second, undo])).completions).toBe(`${NOW - 5}`)
  })

  it('files that two devices attach are both kept, and an undo removes only its own', () => {
    const file = (n: number) => ({ hash: String(n).repeat(64), name: `${n}`, type: '', size: n })
    const attach = (n: number) => edit({ files: toFiles([file(n)]) })
    const [one, other] = [attach(1), attach(2)]
    expect(filesOf(card(both([one], [other])).files)).toEqual([file(1), file(2)])
    const undo: Mutation = {
      name: 'editCard',
      args: { cardId: CARD, attached: { added: [], removed: [file(2).hash] } },
    }
    expect(filesOf(card(both([one], [other, undo])).files)).toEqual([file(1)])
  })

  it('where two devices attach more files than a card holds, the text of both stays, and the files beyond are kept in a revision', () => {
    const file = (n: number) => ({
      hash: n.toString(16).padStart(64, '0'),
      name: `${n}.png`,
      type: '',
      size: n,
    })
    const files = (from: number) =>
      toFiles(Array.from({ length: LIMITS.filesPerCard }, (_, n) => file(from + n)))
    const rows = both([edit({ files: files(0) })], [])
    const args = { ...edit({ content: 'rye bread', files: files(15) }).args, cardId: CARD }
    const outcome = runMutation({ name: 'editCard', args } as Mutation, rows, {
      now: NOW,
      onConflict: 'merge',
    })
    expect(outcome).toMatchObject({ ok: true })
    if (!outcome.ok) return
    const [change] = outcome.value.changes as readonly { row: ReturnType<typeof card> }[]
    expect(change?.row.content).toContain('rye bread')
    expect(filesOf(change?.row.files ?? null)).toEqual(filesOf(files(0)))
    const kept = outcome.value.keptRevisions?.map(({ text }) => text).join('\n')
    for (let n = 16; n < 31; n++) expect(kept).toContain(`[${n}.png](file:${file(n).hash})`)
    expect(kept).not.toContain('[15.png]')
    expect(
      runMutation({ name: 'editCard', args } as Mutation, rows, { now: NOW, onConflict: 'refuse' }).ok,
    ).toBe(false)
  })

  it('an undo finds the completion of a device whose clock is ahead, and no clock completes a card days in the future', () => {
    const at = (doneAt: number): Mutation => ({
      name: 'completeCards',
      args: { cards: [{ id: CARD, dueAt: '2026-03-02' }], doneAt, today: '2026-03-02' },
    })
    const ahead = NOW + 60_000
    const undo: Mutation = {
      name: 'editCard',
      args: { cardId: CARD, completed: { added: [], removed: [ahead] } },
    }
    expect(card(both([weekly], [at(ahead)])).completions).toBe(`${ahead}`)
    expect(card(both([weekly], [at(ahead), undo])).completions).toBeNull()
    expect(card(both([weekly], [at(NOW + 9 * DAY_MS)])).completions).toBe(`${NOW + DAY_MS}`)
  })

  it('a card completed on one device and postponed on another is not completed', () => {
    const rows = both([weekly, edit({ dueAt: '2026-03-05' })], [complete('2026-03-02', '2026-03-02')])
    expect(card(rows)).toMatchObject({ dueAt: '2026-03-05', doneAt: null })
  })

  it('a card completed on one device stays completed if another removed its recurrence meanwhile', () => {
    const rows = both(
      [weekly, { name: 'editCard', args: { cardId: CARD, recurrence: null } }],
      [complete('2026-03-02', '2026-03-02')],
    )
    expect(card(rows)).toMatchObject({ dueAt: '2026-03-02', doneAt: NOW })
  })
})

describe('the order by hand', () => {
  it('two moves of different cards give the same order whichever arrives first, and of two moves of one card the last wins', () => {
    const places = fc.stringMatching(/^[0-9A-Za-z]{0,5}[1-9A-Za-z]$/)
    const move = (cardId: string, place: string): Mutation => ({ name: 'editCard', args: { cardId, place } })
    fc.assert(
      fc.property(places, places, (a, b) => {
        const [one, other] = [
          both([move(CARD, a)], [move(OTHER, b)]),
          both([move(OTHER, b)], [move(CARD, a)]),
        ]
        for (const id of [CARD, OTHER]) expect(one.card(id)).toEqual(other.card(id))
        // If both devices move the same card, the move that arrives last wins.
        expect(card(both([move(CARD, a)], [move(CARD, b)])).place).toBe(b)
      }),
    )
  })
})

describe('a line that was removed elsewhere', () => {
  it('a subnote removed on one device is restored with its new text if another device edited it', () => {
    const acts: Mutation[] = [
      edit({ subnotes: [{ ...LINE, text: 'buy spelt' }] }),
      {
        name: 'setSubnoteText',
        args: { cardId: CARD, subnoteId: LINE.id, text: 'buy spelt', before: 'buy rye' },
      },
    ]
    for (const act of acts)
      expect(card(both([deleteLine], [act])).subnotes.map(({ text }) => text)).toEqual(['buy spelt'])
  })

  it('a subnote removed on one device stays removed if another ticks, moves or removes it', () => {
    const acts: Mutation[] = [
      { name: 'tickSubnote', args: { cardId: CARD, subnoteId: LINE.id, isTicked: true } },
      { name: 'moveSubnote', args: { cardId: CARD, subnoteId: LINE.id, index: 0 } },
      deleteLine,
      edit({ subnotes: [] }),
    ]
    for (const act of acts) expect(card(both([deleteLine], [act])).subnotes).toEqual([])
  })
})

describe('two edits of one text', () => {
  it('edits of different words of one text, and lines added at one place, are both kept; of edits of the same words the later is shown and the earlier is kept as a version', () => {
    const rows = both([edit({ content: 'rye bread\nbutter' })], [edit({ content: 'bread\nbutter, salted' })])
    expect(card(rows).content).toBe('rye bread\nbutter, salted')
    // Both edits may add lines at one place, if neither changes other lines there.
    const [first, second] = [
      edit({ content: 'bread\nbutter\njam' }),
      edit({ content: 'bread\nbutter\nfigs' }),
    ]
    for (const rows of [both([first], [second]), both([second], [first])])
      expect(card(rows).content).toBe('bread\nbutter\nfigs\njam')
    const outcome = runMutation(edit({ content: 'loaf' }), both([edit({ content: 'roll' })], []), {
      now: NOW,
    })
    expect(outcome).toMatchObject({ value: { keptRevisions: [{ subnoteId: null, text: 'roll' }] } })
  })
})
