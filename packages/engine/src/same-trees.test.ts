import type { Change } from '@cardinal/domain'
import { changes, queryFor, searchTexts } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NaiveWorkspace } from './reference/index.ts'
import { WorkspaceIndex } from './workspace-index.ts'

const COPIES = 30

/** Enough cards that bitmaps are used: each card is repeated, sometimes with another text. */
const workspaces = fc.array(changes, { minLength: 30, maxLength: 60, size: 'max' }).map((all) =>
  all.flatMap((change): Change[] => {
    if (change.kind !== 'card' || change.row === null) return [change]
    const { row } = change
    return Array.from({ length: COPIES }, (_, n) => {
      const id = `d${String(n).padStart(3, '0')}${row.id.slice(4)}`
      const content = n % 4 === 0 ? row.content : `${row.content} w${n}`
      return { kind: 'card', id, row: { ...row, id, content } }
    })
  }),
)

describe('a search tree over hundreds of cards', () => {
  it('[SB-1] [HM-5] a search tree over hundreds of cards finds and counts the same as the reference implementation, indexed or not', () => {
    const searches = fc.array(searchTexts, { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(workspaces, searches, fc.boolean(), fc.boolean(), (rows, texts, isFlushed, onlyTags) => {
        const index = new WorkspaceIndex()
        const reference = new NaiveWorkspace()
        const middle = rows.length >>> 1
        for (const some of [rows.slice(0, middle), rows.slice(middle)]) {
          for (const workspace of [index, reference]) workspace.apply(some)
          while (isFlushed && index.flush());
          for (const text of texts) {
            const query = queryFor(text, { onlyTags })
            expect(index.ask('matchCards', query), text).toEqual(reference.ask('matchCards', query))
          }
        }
      }),
      { numRuns: 20 },
    )
  }, 120_000)
})
