import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inverse } from './inverse.ts'
import type { MemoryRows } from './memory-rows.ts'
import type { Mutation } from './mutation.ts'
import { runMutation } from './mutators.ts'

const NOW = 1_900_000_000_000

/** Runs a mutation and then what undoes it; the second is what was refused, which must be nothing. */
function thereAndBack(rows: MemoryRows, given: Mutation): { undo: Mutation[]; refused: unknown[] } {
  const outcome = runMutation(given, rows, { now: NOW })
  if (!outcome.ok) return { undo: [], refused: [] }
  const undo = inverse(given, rows, outcome.value)
  rows.apply(outcome.value.changes)
  const refused: unknown[] = []
  for (const step of undo) {
    const undone = runMutation(step, rows, { now: NOW })
    if (undone.ok) rows.apply(undone.value.changes)
    else refused.push([step, undone.error])
  }
  return { undo, refused }
}

/** Rows without what undoing does not put back: times, clicks, the order of tags and links. */
function restored(rows: MemoryRows): unknown {
  return rows
    .snapshot()
    .flatMap(({ kind, row }) => {
      if (row === null) return []
      const { createdAt: _c, updatedAt: _u, ...said } = row
      const sorted = Object.fromEntries(
        Object.entries(said).map(([name, value]) => [name, name.endsWith('Ids') ? value.toSorted() : value]),
      )
      return [{ kind, ...sorted, id: row.id, clickCount: 0, lastClickedAt: null }]
    })
    .toSorted((a, b) => a.id.localeCompare(b.id))
}

describe('undoing', () => {
  it('[CD-7] a mutation and then its inverse leaves everything as it was', () => {
    fc.assert(
      fc.property(historyRows(60), mutation(), (rows, given) => {
        const before = restored(rows)
        const { refused } = thereAndBack(rows, given)
        expect(refused).toEqual([])
        expect(restored(rows)).toEqual(before)
      }),
      { numRuns: 3000 },
    )
  })

  it('what changed nothing needs no undoing', () => {
    const rows = rowsAfter([
      { name: 'createCard', args: { card: { id: idOf('card', 0), type: 'note', content: 'x' } } },
    ])
    expect(
      thereAndBack(rows, { name: 'setCardColor', args: { cardIds: [idOf('card', 0)], color: null } }).undo,
    ).toEqual([])
  })

  it('undoing a tag keeps what others attached in between', () => {
    const [card, home, work] = [idOf('card', 0), idOf('tag', 0), idOf('tag', 1)]
    const rows = rowsAfter([
      {
        name: 'createTags',
        args: {
          tags: [
            { id: home, name: 'home' },
            { id: work, name: 'work' },
          ],
          attachToCardIds: [],
        },
      },
      { name: 'createCard', args: { card: { id: card, type: 'note', content: 'x' } } },
    ])
    const attach = (tagId: string): Mutation => ({
      name: 'attachTags',
      args: { cardIds: [card], tagIds: [tagId] },
    })
    const outcome = runMutation(attach(home), rows, { now: NOW })
    if (!outcome.ok) throw new Error('refused')
    const undo = inverse(attach(home), rows, outcome.value)
    rows.apply(outcome.value.changes)
    for (const step of [attach(work), ...undo]) {
      const done = runMutation(step, rows, { now: NOW })
      if (done.ok) rows.apply(done.value.changes)
    }
    expect(rows.card(card)?.tagIds).toEqual([work])
  })
})
