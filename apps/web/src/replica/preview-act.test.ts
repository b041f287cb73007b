import { parseSearch, utcCalendar } from '@cardinal/domain'
import { type MemoryRows, runMutation } from '@cardinal/sync'
import { queryFor, searchTexts } from '@cardinal/testing'
import { historyRows, mutation } from '@cardinal/testing/mutations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createEngine } from './engine.ts'
import { previewAct } from './preview-act.ts'

const NOW = 1_900_000_000_000

function engineOf(rows: MemoryRows) {
  const engine = createEngine()
  engine.apply(rows.snapshot())
  return engine
}

it('[TG-3] a preview counts what searches find before and after the act, and leaves the index as it was', () => {
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
        const previewed = previewAct([given], pairs, { rows, engine, now: NOW })
        expect(found(engine)).toEqual(before)
        const outcome = runMutation(given, rows, { now: NOW })
        if (!outcome.ok) {
          expect(previewed).toBeNull()
          return
        }
        rows.apply(outcome.value.changes)
        const after = found(engineOf(rows))
        expect(previewed?.searches).toEqual(
          before.map(({ total }, at) => ({ before: total, after: after[at]?.total })),
        )
        engine.apply(outcome.value.changes)
        expect(found(engine)).toEqual(after)
      },
    ),
    { numRuns: 400 },
  )
})
