import type { Change } from '@cardinal/domain'
import { historyRows, idOf, mutation, mutations, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MemoryRows } from './memory-rows.ts'
import { merge, replay } from './merge.ts'
import type { Mutation, Rows } from './mutation.ts'
import { runMutation } from './mutators.ts'
import { isSettled, type OutboxEntry, pendingEntries, type WorkspaceEntry } from './outbox-entry.ts'
import { Overlay } from './overlay.ts'

const WORKSPACE = idOf('group', 99)
const LATER = 1_800_000_000_000

function entriesOf(given: readonly Mutation[]): WorkspaceEntry[] {
  return given.map((made, n) => ({
    key: `key ${n}`,
    workspaceId: WORKSPACE,
    mutation: made,
    at: LATER + n,
    attempts: 0,
    ackedSeq: null,
  }))
}

/** Others' mutations as changes of the feed, without the cascades, which the reader applies. */
function pulledAfter(base: MemoryRows, given: readonly Mutation[]): Change[] {
  const theirs = new MemoryRows(base.snapshot())
  return given.flatMap((made) => {
    const outcome = runMutation(made, theirs, { now: LATER })
    if (!outcome.ok) return []
    theirs.apply(outcome.value.changes)
    return outcome.value.changes
  })
}

/** All answers of `Rows`, to compare different implementations. */
function shown(rows: Rows): unknown {
  const upTo = (count: number, at: (n: number) => unknown) => Array.from({ length: count }, (_, n) => at(n))
  return {
    cards: upTo(4, (n) => rows.card(idOf('card', n))),
    tags: upTo(4, (n) => rows.tag(idOf('tag', n))),
    groups: upTo(3, (n) => rows.group(idOf('group', n))),
    carrying: upTo(4, (n) =>
      rows
        .cardsCarrying(idOf('tag', n))
        .map(({ id }) => id)
        .toSorted(),
    ),
    holding: upTo(4, (n) =>
      rows
        .groupsHolding(idOf('tag', n))
        .map(({ id }) => id)
        .toSorted(),
    ),
    names: ['home', 'work', 'café', 'to read', 'garden'].map((name) => [
      rows.tagByName(name),
      rows.groupByTitle(name),
    ]),
  }
}

const few = (maxLength: number) => mutations(maxLength)

describe('merging what was pulled with what is on its way', () => {
  it('[OF-2] the merge shows the base with the pending changes, and its changes bring an engine to the same rows', () => {
    fc.assert(
      fc.property(historyRows(), few(6), few(6), few(6), (base, first, others, second) => {
        const before = replay(base, entriesOf(first)).shown
        const engine = new MemoryRows(shownRows(base, before))
        const merged = merge(base, before, pulledAfter(base, others), entriesOf(second))
        engine.apply(merged.changes)
        expect(shown(engine)).toEqual(shown(merged.shown))
        expect(shown(merged.shown)).toEqual(shown(replay(base, entriesOf(second)).shown))
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-2] a pull of cards alone shows each card in its last state, and an engine gets the same rows', () => {
    fc.assert(
      fc.property(historyRows(), few(6), few(6), (base, first, second) => {
        const pulled = [first, second]
          .flatMap((others) => pulledAfter(base, others))
          .filter(({ kind, row }) => kind === 'card' && row !== null)
        const engine = new MemoryRows(base.snapshot())
        const expected = new MemoryRows(base.snapshot())
        expected.apply(pulled)
        const merged = merge(base, new Overlay(base), pulled, [])
        engine.apply(merged.changes)
        expect(shown(merged.shown)).toEqual(shown(expected))
        expect(shown(engine)).toEqual(shown(expected))
        expect(merge(base, merged.shown, pulled.slice(-1), []).changes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-2] the merge gives the same result for a pull in one or two parts', () => {
    fc.assert(
      fc.property(historyRows(), few(6), few(4), fc.nat(20), (base, others, pending, cut) => {
        const pulled = pulledAfter(base, others)
        const [whole, pieces] = [new MemoryRows(base.snapshot()), new MemoryRows(base.snapshot())]
        const entries = entriesOf(pending)
        const once = merge(whole, new Overlay(whole), pulled, entries)
        const first = merge(pieces, new Overlay(pieces), pulled.slice(0, cut), entries)
        const second = merge(pieces, first.shown, pulled.slice(cut), entries)
        expect(shown(second.shown)).toEqual(shown(once.shown))
      }),
      { numRuns: 500 },
    )
  })

  it('the merge without pending changes shows the base, and without new rows it makes no change', () => {
    fc.assert(
      fc.property(historyRows(), few(5), (base, pending) => {
        const laid = replay(base, entriesOf(pending)).shown
        const merged = merge(base, laid, [], [])
        expect(shown(merged.shown)).toEqual(shown(base))
        const entries = entriesOf(pending)
        expect(merge(base, replay(base, entries).shown, [], entries).changes).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('[OF-8] a refused entry is reported, has no effect, and does not prevent later ones', () => {
    const base = rowsAfter([
      { name: 'createTags', args: { tags: [{ id: idOf('tag', 0), name: 'home' }], attachToCardIds: [] } },
    ])
    const { shown: rows, refused } = replay(
      base,
      entriesOf([
        { name: 'renameTag', args: { tagId: idOf('tag', 0), name: 'a,b' } },
        { name: 'renameTag', args: { tagId: idOf('tag', 0), name: 'house' } },
      ]),
    )
    expect(refused).toMatchObject([{ key: 'key 0', refusal: { kind: 'invalid', field: 'name' } }])
    expect(rows.tag(idOf('tag', 0))?.name).toBe('house')
  })

  it('[OF-8] an entry with an unknown name or invalid arguments counts as refused', () => {
    const odd = [
      { name: 'createCard', args: {} },
      { name: 'bendCards', args: {} },
    ] as never[]
    const { refused } = replay(rowsAfter([]), entriesOf(odd))
    expect(refused.map(({ key, refusal }) => [key, refusal.kind])).toEqual([
      ['key 0', 'invalid'],
      ['key 1', 'invalid'],
    ])
  })
})

describe('a tag whose deletion was taken back', () => {
  const [card, home] = [idOf('card', 0), idOf('tag', 0)]
  const make: Mutation = {
    name: 'createTags',
    args: { tags: [{ id: home, name: 'home' }], attachToCardIds: [] },
  }
  const carrying: Mutation = {
    name: 'createCard',
    args: { card: { id: card, type: 'note', content: 'x', tagIds: [home] } },
  }
  const remove: Mutation = { name: 'deleteTags', args: { tagIds: [home] } }

  it('a tag whose deletion was undone is removed from cards in an engine that never saw the deletion', () => {
    const base = rowsAfter([make, carrying])
    const engine = new MemoryRows(base.snapshot())
    engine.apply(
      merge(base, new Overlay(base), [{ kind: 'tag', id: home, row: null }], entriesOf([make])).changes,
    )
    expect(engine.tag(home)).toBeDefined()
    expect(engine.card(card)?.tagIds).toEqual([])
  })

  it('a tag whose deletion was undone is not on a card that is restored', () => {
    const base = rowsAfter([make, carrying, { name: 'deleteCards', args: { cardIds: [card] } }])
    const restore: Mutation = { name: 'restoreCards', args: { cardIds: [card] } }
    expect(replay(base, entriesOf([remove, restore])).shown.card(card)?.tagIds).toEqual([])
    expect(replay(base, entriesOf([remove, make, restore])).shown.card(card)?.tagIds).toEqual([])
  })
})

describe('an overlay', () => {
  it('an overlay reads like rows to which the same changes were applied', () => {
    fc.assert(
      fc.property(historyRows(), few(8), (base, given) => {
        const overlay = new Overlay(base)
        const written = new MemoryRows(base.snapshot())
        for (const made of given) {
          const outcome = overlay.run(made, { now: LATER })
          if (outcome.ok) written.apply(outcome.value.changes)
        }
        expect(shown(overlay)).toEqual(shown(written))
      }),
      { numRuns: 1000 },
    )
  })

  it('an overlay never changes the rows below it', () => {
    fc.assert(
      fc.property(historyRows(), mutation(), (base, given) => {
        const before = JSON.stringify(base.snapshot())
        new Overlay(base).run(given, { now: LATER })
        expect(JSON.stringify(base.snapshot())).toBe(before)
      }),
    )
  })
})

describe('the outbox', () => {
  it('[OF-2] an entry stays pending until the rows hold its effect, even after it was answered', () => {
    const entry: OutboxEntry = {
      ...entriesOf([{ name: 'deleteCards', args: { cardIds: [] } }])[0],
      ackedSeq: 7,
    } as OutboxEntry
    expect([6, 7, 8].map((seq) => isSettled(entry, seq))).toEqual([false, true, true])
    expect(isSettled({ ...entry, ackedSeq: null }, 99)).toBe(false)
    const account: OutboxEntry = { ...entry, workspaceId: null, ackedSeq: null }
    expect(pendingEntries([entry, account], WORKSPACE, 6)).toEqual([entry])
    expect(pendingEntries([entry, account], WORKSPACE, 7)).toEqual([])
  })
})

/** An overlay's rows as changes that create them from nothing. */
function shownRows(base: MemoryRows, overlay: Overlay): Change[] {
  const rows = new MemoryRows(base.snapshot())
  const kinds = ['tag', 'group', 'card'] as const
  for (const kind of kinds)
    for (const id of overlay.touched(kind)) {
      const row = kind === 'card' ? overlay.card(id) : kind === 'tag' ? overlay.tag(id) : overlay.group(id)
      rows.apply([{ kind, id, row: row ?? null } as Change])
    }
  return rows.snapshot()
}
