import { parseSearch, utcCalendar } from '@cardinal/domain'
import { type MemoryRows, type Mutation, runMutation } from '@cardinal/sync'
import { tryAct } from '@cardinal/sync/planning'
import { queryFor, searchTexts } from '@cardinal/testing'
import { historyRows, idOf, mutation, rowsAfter } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEngine } from './engine.ts'
import { meanSteps, searchStarts } from './finding-preview.ts'
import { previewAct } from './preview-act.ts'

const NOW = 1_900_000_000_000

function engineOf(rows: MemoryRows) {
  const engine = createEngine()
  engine.apply(rows.snapshot())
  return engine
}

it('[TG-3] a preview counts found cards and steps before and after the act, and does not change the index', () => {
  fc.assert(
    fc.property(
      historyRows(60),
      mutation(),
      fc.array(searchTexts, { minLength: 1, maxLength: 4 }),
      (rows, given, texts) => {
        const trees = texts.map((text) => parseSearch(text, utcCalendar(NOW)))
        const found = (engine: ReturnType<typeof createEngine>) =>
          trees.map((search) => engine.ask('matchCards', { ...queryFor(''), search }))
        const engine = engineOf(rows)
        const pairs = trees.map((tree) => ({ before: tree, after: tree }))
        const before = found(engineOf(rows))
        const tried = tryAct([given], rows, NOW)
        const starts = tried === null ? { before: [], after: [] } : searchStarts(tried)
        const stepsBefore = meanSteps(engineOf(rows), starts.before)
        const previewed = previewAct([given], pairs, { rows, engine, now: NOW })
        expect(found(engine)).toEqual(before)
        const outcome = runMutation(given, rows, { now: NOW })
        if (!outcome.ok) {
          expect(previewed).toBeNull()
          return
        }
        rows.apply(outcome.value.changes)
        const after = found(engineOf(rows))
        expect(previewed?.effects?.searches).toEqual(
          before.map(({ total }, at) => ({ before: total, after: after[at]?.total })),
        )
        const stepsAfter = meanSteps(engineOf(rows), starts.after)
        expect(previewed?.effects?.finding).toEqual({ before: stepsBefore, after: stepsAfter })
        engine.apply(outcome.value.changes)
        expect(found(engine)).toEqual(after)
      },
    ),
    { numRuns: 400 },
  )
})

describe('the steps to the changed cards', () => {
  const [recipe, dish, quick] = [idOf('tag', 0), idOf('tag', 1), idOf('tag', 2)]
  const cards = Array.from({ length: 12 }, (_, n) => idOf('card', n))
  const kitchen = () =>
    rowsAfter([
      {
        name: 'createTags',
        args: {
          tags: [
            { id: recipe, name: 'recipe' },
            { id: dish, name: 'dish' },
            { id: quick, name: 'quick' },
          ],
          attachToCardIds: [],
        },
      },
      ...cards.map(
        (id, n): Mutation => ({
          name: 'createCard',
          args: { card: { id, type: 'note', content: `Dinner ${n}`, tagIds: [recipe] } },
        }),
      ),
    ])
  const finding = (act: Mutation) => {
    const rows = kitchen()
    return previewAct([act], [], { rows, engine: engineOf(rows), now: NOW })?.effects?.finding
  }

  it('[SB-8] previewAct counts fewer steps to a card after an act that adds a tag which narrows the search', () => {
    const act: Mutation = { name: 'attachTags', args: { cardIds: cards.slice(0, 4), tagIds: [quick] } }
    expect(finding(act)).toEqual({ before: 3, after: 2 })
  })

  it('[SB-8] previewAct counts the steps to a card by the merged tag after a merge', () => {
    const act: Mutation = { name: 'mergeTags', args: { tagIds: [recipe], intoTagId: dish } }
    expect(finding(act)).toEqual({ before: 3, after: 3 })
  })

  it('[SB-8] previewAct counts no steps to a card that lost its last tag or was deleted', () => {
    expect(finding({ name: 'deleteTags', args: { tagIds: [recipe] } })).toEqual({ before: 3, after: null })
    expect(finding({ name: 'deleteCards', args: { cardIds: cards } })).toEqual({ before: 3, after: null })
  })
})
