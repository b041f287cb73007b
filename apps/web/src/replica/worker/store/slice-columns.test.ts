import type { Change } from '@cardinal/domain'
import { cards } from '@cardinal/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromColumns, toColumns } from './slice-columns.ts'

const others = fc.constantFrom<Change>(
  { kind: 'card', id: 'c1', row: null },
  { kind: 'tag', id: 'a1', row: null },
  {
    kind: 'group',
    id: 'b1',
    row: { id: 'b1', title: 'b', color: null, isHidden: true, tagIds: ['a1'], createdAt: 1, updatedAt: 2 },
  },
)
const living = cards.map((row): Change => ({ kind: 'card', id: row.id, row }))

it('[OF-2] a slice is read back as it was written, whatever cards it holds', () => {
  fc.assert(
    fc.property(fc.array(others), fc.array(living), (first, rest) => {
      const kept = structuredClone(toColumns([...first, ...rest]))
      expect(fromColumns(kept)).toEqual([...first, ...rest])
    }),
  )
})

it('a slice puts rows other than living cards first', () => {
  const [card] = fc.sample(living, 1) as [Change]
  const gone: Change = { kind: 'tag', id: 'a1', row: null }
  expect(fromColumns(toColumns([card, gone]))).toEqual([gone, card])
})
