import { type Card, completionsOf, type Tag, type TagGroup } from '@cardinal/domain'
import { historyRows, idOf, mutation, mutations, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import type { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'
import { planUndo } from './undo-plan.ts'
import { type Undoing, writtenBy } from './undoing.ts'

const NOW = 1_900_000_000_000

/** Runs a mutation. Returns its undo; null: it was refused. */
function act(rows: MemoryRows, given: Mutation): Undoing | null {
  const outcome = runMutation(given, rows, { now: NOW })
  if (!outcome.ok) return null
  const { changes } = outcome.value
  const undoing = { undo: inverse(given, rows, outcome.value), written: writtenBy(changes, rows) }
  rows.apply(changes)
  // Through JSON, as when it is read from storage.
  return JSON.parse(JSON.stringify(undoing))
}

function run(rows: MemoryRows, list: readonly Mutation[]): unknown[] {
  return list.flatMap((each) => {
    const outcome = runMutation(each, rows, { now: NOW })
    if (!outcome.ok) return [[each, outcome.error]]
    rows.apply(outcome.value.changes)
    return []
  })
}

type Values = Readonly<Record<string, unknown>>

const FIELDS = {
  card: ['type', 'color', 'isPublic', 'doneAt', 'dueAt', 'startAt', 'recurrence', 'completions', 'place'],
  tag: ['name', 'color'],
  group: ['title', 'color', 'isHidden'],
}

/** The fields with one value of every living row, by kind, id and name. */
function valuesOf(rows: MemoryRows): Map<string, unknown> {
  const values = new Map<string, unknown>()
  for (const { kind, id, row } of rows.snapshot()) {
    if (row === null || kind === 'workspace') continue
    const living = row as Card | Tag | TagGroup
    for (const field of FIELDS[kind])
      values.set(`${kind} ${id} ${field}`, (living as unknown as Values)[field])
  }
  return values
}

function timesOf(values: ReadonlyMap<string, unknown>, place: string): readonly number[] {
  return completionsOf((values.get(place) ?? null) as string | null)
}

describe('one undo for 30 days', () => {
  it('[CD-7] an undo right after an act restores everything', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), (rows, given) => {
        const before = valuesOf(rows)
        const undoing = act(rows, given)
        if (undoing === null || given.name === 'unmergeTags') return
        const { mutations: planned, left } = planUndo(undoing, rows, NOW)
        expect(left).toEqual([])
        expect(run(rows, planned)).toEqual([])
        expect(valuesOf(rows)).toEqual(before)
      }),
      { numRuns: 1000 },
    )
  })

  it('[CD-7] no step of an undo is refused, whatever others did since the act', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), mutations(8), (rows, given, since) => {
        const undoing = act(rows, given)
        if (undoing === null) return
        run(rows, since)
        expect(run(rows, planUndo(undoing, rows, NOW).mutations)).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it('[CD-7] an undo keeps a value that others changed since, and does not restore what they deleted', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), mutations(8), (rows, given, since) => {
        const undoing = act(rows, given)
        if (undoing === null || given.name === 'unmergeTags') return
        const after = valuesOf(rows)
        run(rows, since)
        const now = valuesOf(rows)
        run(rows, planUndo(undoing, rows, NOW).mutations)
        const undone = valuesOf(rows)
        for (const [place, value] of after) {
          if (!now.has(place)) expect([place, undone.get(place)]).toEqual([place, undefined])
          else if (place.endsWith(' completions')) {
            // Moments are undone one by one: additions of others stay.
            const added = timesOf(now, place).filter((time) => !timesOf(after, place).includes(time))
            if (undone.has(place)) expect(timesOf(undone, place)).toEqual(expect.arrayContaining(added))
          } else if (JSON.stringify(now.get(place)) !== JSON.stringify(value) && undone.has(place))
            expect([place, undone.get(place)]).toEqual([place, now.get(place)])
        }
      }),
      { numRuns: 1500 },
    )
  })

  const [card, other, tag] = [idOf('card', 0), idOf('card', 1), idOf('tag', 0)]
  const two = () =>
    rowsAfter([
      { name: 'createTags', args: { tags: [{ id: tag, name: 'home' }], attachToCardIds: [] } },
      { name: 'createCard', args: { card: { id: card, type: 'note', content: 'one' } } },
      { name: 'createCard', args: { card: { id: other, type: 'note', content: 'two' } } },
    ])

  it('[CD-7] an undo reports the card whose colour was changed since, and restores the colour of the other', () => {
    const rows = two()
    const undoing = act(rows, { name: 'setCardColor', args: { cardIds: [card, other], color: 'red' } })
    run(rows, [{ name: 'setCardColor', args: { cardIds: [other], color: 'green' } }])
    const { mutations: planned, left } = planUndo(undoing as Undoing, rows, NOW)
    expect(planned).toEqual([{ name: 'setCardColor', args: { cardIds: [card], color: null } }])
    expect(left).toEqual([{ kind: 'card', id: other, why: 'changed' }])
  })

  it('[CD-7] an undo does not restore a card that was deleted since', () => {
    const rows = two()
    const undoing = act(rows, { name: 'attachTags', args: { cardIds: [card, other], tagIds: [tag] } })
    run(rows, [{ name: 'deleteCards', args: { cardIds: [other] } }])
    const { mutations: planned, left } = planUndo(undoing as Undoing, rows, NOW)
    expect(planned).toEqual([{ name: 'detachTags', args: { cardIds: [card], tagIds: [tag] } }])
    expect(left).toEqual([{ kind: 'card', id: other, why: 'deleted' }])
  })

  it('[CD-7] an undo keeps a new card that somebody edited since', () => {
    const rows = two()
    const made = idOf('card', 2)
    const undoing = act(rows, {
      name: 'createCard',
      args: { card: { id: made, type: 'note', content: 'new' } },
    })
    run(rows, [{ name: 'setCardContent', args: { cardId: made, content: 'new, and more', baseSeq: null } }])
    const { mutations: planned, left } = planUndo(undoing as Undoing, rows, NOW)
    expect([planned, left]).toEqual([[], [{ kind: 'card', id: made, why: 'changed' }]])
  })

  it('[CD-7] an undo keeps a new tag that was put on a card since', () => {
    const rows = two()
    const made = idOf('tag', 3)
    const undoing = act(rows, {
      name: 'createTags',
      args: { tags: [{ id: made, name: 'garden' }], attachToCardIds: [] },
    })
    run(rows, [{ name: 'attachTags', args: { cardIds: [card], tagIds: [made] } }])
    const { mutations: planned, left } = planUndo(undoing as Undoing, rows, NOW)
    expect([planned, left]).toEqual([[], [{ kind: 'tag', id: made, why: 'changed' }]])
  })

  it('[CD-7] undoing the deletion of a tag whose name was taken since uses the tag that has the name', () => {
    const rows = two()
    run(rows, [{ name: 'attachTags', args: { cardIds: [card], tagIds: [tag] } }])
    const undoing = act(rows, { name: 'deleteTags', args: { tagIds: [tag] } })
    const again = idOf('tag', 3)
    run(rows, [{ name: 'createTags', args: { tags: [{ id: again, name: 'home' }], attachToCardIds: [] } }])
    const { mutations: planned, left } = planUndo(undoing as Undoing, rows, NOW)
    expect(planned).toEqual([{ name: 'attachTags', args: { cardIds: [card], tagIds: [again] } }])
    expect(left).toEqual([])
  })

  it('[CD-7] an act on thousands of cards is undone by a few mutations', () => {
    const ids = Array.from({ length: 3000 }, (_, n) => `c${n.toString(16).padStart(23, '0')}`)
    const rows = rowsAfter([
      { name: 'createTags', args: { tags: [{ id: tag, name: 'home' }], attachToCardIds: [] } },
      ...ids.map(
        (id): Mutation => ({ name: 'createCard', args: { card: { id, type: 'note', content: id } } }),
      ),
    ])
    const undoing = act(rows, { name: 'attachTags', args: { cardIds: ids, tagIds: [tag] } }) as Undoing
    expect(undoing.undo.length).toBeLessThan(10)
    expect(run(rows, planUndo(undoing, rows, NOW).mutations)).toEqual([])
    expect(rows.cardsCarrying(tag)).toEqual([])
  })
})
