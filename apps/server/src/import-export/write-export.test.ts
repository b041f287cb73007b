import type { Id } from '@cardinal/domain'
import { expect, it } from 'vitest'
import type { Store } from '../store/index.ts'
import { cardPages } from './write-export.ts'

it.each([
  ['short', 100, 50],
  ['of 95 KB', 95_000, 2],
])('cards that are %s are read so many at once that their texts are small', async (_, length, most) => {
  const reads: number[] = []
  const byIds = async (_userId: Id, ids: readonly Id[]) => {
    reads.push(ids.length)
    return ids.map((id) => ({
      row: { id, content: 'a'.repeat(length), tagIds: [], subnotes: [] },
      deletedAt: null,
    }))
  }
  const store = { cards: { byIds } } as unknown as Store
  const ids = Array.from({ length: 200 }, (_, n) => String(n))
  const read = []
  for await (const page of cardPages(store, '', ids)) read.push(...page.map(({ id }) => id))
  expect(read).toEqual(ids)
  expect(Math.max(...reads.slice(1))).toBe(most)
})
