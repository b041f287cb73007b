import type { Card, Change } from '@cardinal/domain'
import { queryFor, sample } from '@cardinal/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WorkspaceIndex } from '../workspace-index.ts'

const TEXTS = ['the tea', 'the green tea', 'tea the', 'of them', 'other teas', '緑 the', 'nothing']
const SEARCHES = [
  '',
  'the',
  'he',
  'the te',
  'tea',
  'the, tea',
  'tea, -green',
  'other teas',
  '緑',
  'green, nothing',
]

/** Many blocks of 32 ordinals. Some times are far from those of their neighbours, so that bounds of blocks overlap. */
const CARDS = 2000

const workspaces = fc.record({
  /** Cards are made from these in turn, starting again after the last. */
  kinds: fc.array(
    fc.record({
      text: fc.nat({ max: TEXTS.length - 1 }),
      late: fc.oneof({ weight: 30, arbitrary: fc.constant(0) }, fc.integer({ min: -CARDS, max: CARDS })),
      isGone: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
      isTagged: fc.boolean(),
    }),
    { minLength: 1, maxLength: 300, size: 'max' },
  ),
  aSecond: fc.integer({ min: 1, max: 40 }),
  search: fc.constantFrom(...SEARCHES),
  by: fc.constantFrom('recently' as const, 'oldest' as const),
  of: fc.constantFrom('added' as const, 'updated' as const),
  page: fc.record({ offset: fc.nat({ max: 30 }), limit: fc.nat({ max: 30 }) }),
})

describe('the page alone', () => {
  it('[HM-2] a page without counts equals the page of the whole answer, wherever the cards are in the order', () => {
    const given = sample('note tea #tea #green')
    const [row] = given.changes.flatMap((change) => (change.kind === 'card' ? [change.row as Card] : []))
    fc.assert(
      fc.property(workspaces, ({ kinds, aSecond, search, by, of, page }) => {
        const index = new WorkspaceIndex()
        index.apply(given.changes)
        const kindOf = (n: number) => kinds[n % kinds.length] as (typeof kinds)[number]
        const rows = Array.from({ length: CARDS }, (_, n): Card => {
          const { text, late, isTagged } = kindOf(n)
          const time = Math.floor(n / aSecond) + late
          const tagIds = isTagged ? [given.tag('tea')] : []
          const id = `d${n.toString(16).padStart(23, '0')}`
          return {
            ...(row as Card),
            id,
            content: TEXTS[text] ?? '',
            tagIds,
            createdAt: time,
            updatedAt: -time,
          }
        })
        index.apply(rows.map((each): Change => ({ kind: 'card', id: each.id, row: each })))
        const gone = rows.filter((_, n) => kindOf(n).isGone)
        index.apply(gone.map(({ id }): Change => ({ kind: 'card', id, row: null })))
        const query = queryFor(search, { order: { by, of }, ...page })
        const whole = index.ask('matchCards', { ...query, parts: 'all' })
        const alone = index.ask('matchCards', { ...query, parts: 'page' })
        expect(alone.cards.map(({ id }) => id)).toEqual(whole.cards.map(({ id }) => id))
        expect(alone.tagRanks).toEqual(whole.tagRanks)
      }),
      { numRuns: 40 },
    )
  })
})
